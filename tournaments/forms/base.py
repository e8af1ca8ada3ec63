"""What all forms of the desk share: a service's refusal becomes an error at the field it names."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms

from accounts.kept import Restored
from tournaments.steps.refusals import ServiceError

T = TypeVar("T")


class DeskForm(forms.Form):
    """A form whose answer is a service call. Nothing typed is lost when the service refuses."""

    # Service field -> form field, where the two have different names.
    field_names: dict[str, str] = {}

    def is_valid(self) -> bool:
        """What was restored is never stored by itself."""
        return super().is_valid() and not isinstance(self.data, Restored)

    def run(self, service: Callable[..., T], **arguments: object) -> T | None:
        """The service's answer, or None after noting its refusal on this form."""
        try:
            return service(**arguments)
        except ServiceError as error:
            self.refuse(error)
            return None

    def try_to(self, action: Callable[[], object]) -> bool:
        """Whether the action was done; a service's refusal is noted on this form."""
        try:
            action()
        except ServiceError as error:
            self.refuse(error)
            return False
        return True

    def refuse(self, error: ServiceError) -> None:
        name = self.field_names.get(error.field or "", (error.field or "").replace(".", "_"))
        field = self.fields.get(name)
        self.add_error(name if field else None, error.about(field.label) if field else str(error))


def whole(
    label: Any, *, low: int, high: int, help_text: Any = "", required: bool = False
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        required=required,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
