"""Work outside the request: its rows with their lease (`lease`), and who does it (`running`, `tasks`)."""
