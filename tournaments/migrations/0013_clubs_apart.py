from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_sort_name'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='clubs_apart_rounds',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='club mates kept apart'),
        ),
    ]
