-- Shown on the company's login page.
alter table platform.company add column login_notice text not null default '';
