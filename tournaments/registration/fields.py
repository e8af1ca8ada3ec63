"""What an event may ask of whoever signs up."""

# What an event may ask for besides the name, in the order of the form.
FIELDS = ("club", "federation", "title", "rating", "birth_year", "email")
OPTIONAL, REQUIRED = "optional", "required"
KINDS = ("text", "number", "choice", "yes_no", "date")
LISTS = ("desk", "public")
MOST_QUESTIONS = 20
MOST_CHOICES = 50
LABEL_LENGTH = 120
CONSENT_LENGTH = 2_000
ANSWER_LENGTH = 300
MOST_PLACES = 20_000
MOST_HOURS = 24 * 14
MOST_FEE = 100_000_000
