/**
 * The rooms from the ground up: a room may import from those before it in this list, never from those behind it, in its contract, its server and its
 * screens. The fences, the order of modules, menus and screens, and the README's table of rooms are made of it.
 */
export const rooms = [
  { name: 'identity', owns: 'accounts, login, sessions, passwords, what a role grants' },
  { name: 'files', owns: 'uploads, objects, expiring links' },
  { name: 'jobs', owns: 'background jobs that a person can follow, the download centre' },
  { name: 'platform', owns: "a company's looks and configuration, operation log, ledger of what was used" },
  { name: 'messaging', owns: 'templates of mail and SMS, the outbox' },
  { name: 'share', owns: 'short links, share tokens, uploads without an account' },
  { name: 'org', owns: 'departments, people, posts, labels, invitations, recovery, import' },
  { name: 'usergroup', owns: 'groups of people, chosen by hand or by rule' },
  { name: 'collect', owns: 'what outside candidates and employees are asked for' },
  { name: 'access', owns: 'roles, their people and data scopes, why somebody sees what, view as' },
  { name: 'tenant', owns: "the platform's own company: companies, packages, quotas" },
  { name: 'question', owns: 'banks, questions and versions, scoring rules, import' },
  { name: 'learning', owns: 'rules of progress: what counts of watching and reading, completion, unlocking, percent' },
  { name: 'instructor', owns: 'instructors: levels, cooperation, files with expiry, bookings, hours taught, ratings' },
  {
    name: 'courseware',
    owns: 'films, documents, sounds, pictures, micro-courses and packages: versions, conversion, what a player is given',
  },
  { name: 'paper', owns: 'papers: fixed questions, drawing rules and their proof, pinned versions, drawing and laying out' },
  { name: 'sitting', owns: 'attempts: answers, receipts, deadlines, hand-in, scoring of what is closed' },
  { name: 'venue', owns: 'exam rooms, seat maps, who sits where, tickets, signing in' },
  { name: 'exam', owns: 'exams, their people, groups, times and notices' },
  { name: 'result', owns: 'what came out of exams: lists, papers, statistics, item analysis, reports, exports' },
  { name: 'marking', owns: 'what people must mark' },
  { name: 'proctoring', owns: 'invigilation: recordings, the hall, acts, incidents, review, verdicts' },
  { name: 'practice', owns: 'practices, runs and answers, the wrong-question book and memory, mastery' },
  { name: 'questionnaire', owns: 'questionnaires, their logic, sheets and anonymity, quotas, results' },
  { name: 'course', owns: 'courses: chapters and tasks, who learns, what counts, progress, bought courses and their seats' },
  { name: 'training', owns: 'training projects: stages, tasks, who takes part, offline sessions, notices, what came of them' },
  { name: 'skill', owns: 'skills, what posts ask for, evidence and the levels it shows, fit, recommended courses' },
  { name: 'evaluation', owns: 'scales, taking them, scores against norms, raters, assessments for a post, reports' },
  { name: 'certificate', owns: 'certificates: templates, rules, numbers, issue, revocation, verification' },
] as const

export type RoomName = (typeof rooms)[number]['name']

/** Tables that stand in a lower room's schema, because it reads them at every request, and are managed by a room above it, which alone reads and writes them like its own. */
export const managedBy: Readonly<Record<string, RoomName>> = {
  'identity.company': 'platform',
  'identity.group_member': 'usergroup',
  'identity.role': 'access',
  'identity.role_account': 'access',
  'identity.role_group': 'access',
  'identity.role_menu': 'access',
  'identity.role_right': 'access',
}
