-- Why nobody works on a target any more: something about its row is unexpected, and would only fail again. Absent: work
-- goes on. A newer command clears it, or an operator (docs/operations.md).
alter table target add column set_aside text;
