"""PostgreSQL as servers use it: a database engine of Django's whose connections are shared by threads."""
