"""How dense the pages of the desk are, as chosen in the menu; the script of the frame keeps it in a cookie."""

from django.http import HttpRequest

DENSITIES = ("compact", "roomy")


def density(request: HttpRequest) -> dict[str, str]:
    """For every template: the density that was chosen, empty for the desk's own."""
    chosen = request.COOKIES.get("density", "")
    return {"density": chosen if chosen in DENSITIES else ""}
