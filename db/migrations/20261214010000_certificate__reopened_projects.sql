-- A project that is open again takes a certificate's ground away, as a course does.
alter table certificate.proposal drop constraint proposal_cause_check;
alter table certificate.proposal
  add constraint proposal_cause_check
  check (cause in ('withdrawn', 'voided', 'failed', 'reopened', 'projectReopened', 'resultVoided', 'resultErased'));
