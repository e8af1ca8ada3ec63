"""What an event may ask of whoever signs up."""

# What an event may ask for besides the name, in the order of the form.
FIELDS = ("club", "federation", "title", "rating", "birth_year", "email")
OPTIONAL, REQUIRED = "optional", "required"
OF_PLAYERS = ("name", "club", "federation", "title", "rating")
KINDS = ("text", "number", "choice", "yes_no", "date")
LISTS = ("desk", "public")
MOST_QUESTIONS = 20
MOST_CHOICES = 50
LABEL_LENGTH = 120
ANSWER_LENGTH = 300
EMAIL_LENGTH = 254
FIRST_YEAR = 1900
