/**
 * The owner kind of attempts of virtual candidates (the room of exams rehearses with them), and what their sessions are confined to. Such an attempt is of nobody
 * in the company, never scored, told to nobody, and alone may be deleted (`clearVirtualAttempts`).
 */
export const virtualKind = 'rehearsal'
