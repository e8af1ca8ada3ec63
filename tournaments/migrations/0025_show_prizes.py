from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_show_ratings")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="show_prizes",
            field=models.BooleanField(default=False, verbose_name="prizes shown publicly"),
        ),
    ]
