"""How dates and times are written in each language: one format a language, 24 hours.

Django reads them through FORMAT_MODULE_PATH, so a date that no filter has touched looks like all others. What is not
named here (decimals, what a form understands) is as Django has it. `MONTH_DAY_FORMAT` is a day without its year.
"""
