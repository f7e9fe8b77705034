-- Every piece changes its attempt's row: where its page has room, no index has to follow.
alter table proctoring.watch set (fillfactor = 70);
