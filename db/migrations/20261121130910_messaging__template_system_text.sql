-- A standard template whose words are the system's: only its switch is the company's own, and its words follow the product.
alter table messaging.template add column is_system_text boolean not null default false;
