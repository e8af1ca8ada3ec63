from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_words_of_the_glossary")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="show_ratings",
            field=models.BooleanField(default=True, verbose_name="show ratings in pairings"),
        ),
    ]
