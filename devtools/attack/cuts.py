"""The database keeps going away while twenty enter results. Each knows what must be stored when it is over."""

from itertools import count, cycle

from locust import constant, task

from devtools.attack.people import GIVEN, KNOWN, Person, Visitor

__all__ = ["Table", "Visitor"]


class Table(Person):
    """`possible`: the last result acknowledged and those sent since, each of which may be stored; `changes`: how many
    acknowledged ones must have been a change, with a line in the log.
    """

    fixed_count = 20
    wait_time = constant(0.05)
    numbers = count(1)

    def on_start(self) -> None:
        self.number, self.results = next(self.numbers), cycle(("1-0", "0-1", "1/2-1/2"))
        self.known = KNOWN[str(self.number)] = {"changes": 0, "possible": []}

    @task
    def enter(self) -> None:
        result = next(self.results)
        # What is on its way when all go home may be stored or not.
        was, self.known["possible"] = self.known["possible"], [*self.known["possible"], result]
        path = f"/api/v1/events/cuts/rounds/1/matches/{self.number}/result/"
        answer = self.ask(
            "PUT", path, {"result": result}, name="result", headers=GIVEN["token"], wanted=(200, 429, 503)
        )
        if answer.status_code == 200:
            self.known["changes"] += result not in was
            self.known["possible"] = [result]
