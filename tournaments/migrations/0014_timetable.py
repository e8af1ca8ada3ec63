from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_clubs_apart'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='start_time',
            field=models.TimeField(blank=True, null=True, verbose_name='start time'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='round_starts',
            field=models.JSONField(blank=True, default=list, verbose_name='planned starts of the rounds'),
        ),
    ]
