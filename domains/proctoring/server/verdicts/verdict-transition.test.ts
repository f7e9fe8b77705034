import { expect, test } from 'vitest'
import { type CaseStanding, type CaseStep, isHeldAgainst, takeStep, untouched } from './verdict-transition.ts'

const now = new Date('2026-11-24T01:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const by = (actorId: string, more: object = {}) => ({
  ...{ actorId, candidateId: 'candidate', now, needsSecond: true, appealDays: 7 },
  ...more,
})
const told = (outcome: ReturnType<typeof takeStep>) =>
  outcome.allowed ? `${outcome.step}:${outcome.standing.state}` : outcome.why
const after = (steps: readonly (readonly [CaseStep, string])[]): CaseStanding =>
  steps.reduce<CaseStanding>((standing, [step, actor]) => {
    const taken = takeStep(standing, step, by(actor))
    if (!taken.allowed) throw new Error(taken.why)
    return taken.standing
  }, untouched)

const judge = (verdict: 'clean' | 'warning' | 'violation' | 'void'): CaseStep => ({ name: 'judge', verdict })
const proposed = after([[judge('void'), 'first']])
const confirmed = after([
  [judge('void'), 'first'],
  [{ name: 'confirm' }, 'second'],
])
const appealed = after([
  [judge('void'), 'first'],
  [{ name: 'confirm' }, 'second'],
  [{ name: 'appeal' }, 'candidate'],
])

test.each([
  [untouched, judge('clean'), 'first', 'clear:clean'],
  [untouched, judge('warning'), 'first', 'warn:warning'],
  [untouched, judge('violation'), 'first', 'propose:proposed'],
  [untouched, judge('void'), 'candidate', 'ownCase'],
  [untouched, { name: 'confirm' }, 'second', 'wrongState'],
  [proposed, { name: 'confirm' }, 'first', 'samePerson'],
  [proposed, { name: 'confirm' }, 'candidate', 'ownCase'],
  [proposed, { name: 'confirm' }, 'second', 'confirm:confirmed'],
  [proposed, { name: 'decline' }, 'second', 'decline:notReviewed'],
  [proposed, { name: 'decline' }, 'first', 'samePerson'],
  [proposed, { name: 'withdraw' }, 'first', 'withdraw:notReviewed'],
  [proposed, { name: 'withdraw' }, 'second', 'notProposer'],
  [proposed, judge('clean'), 'second', 'wrongState'],
  [proposed, { name: 'appeal' }, 'candidate', 'wrongState'],
  [confirmed, { name: 'appeal' }, 'second', 'notCandidate'],
  [confirmed, { name: 'appeal' }, 'candidate', 'appeal:appealed'],
  [confirmed, judge('clean'), 'third', 'wrongState'],
  [appealed, { name: 'uphold' }, 'first', 'samePerson'],
  [appealed, { name: 'overturn' }, 'second', 'samePerson'],
  [appealed, { name: 'overturn' }, 'candidate', 'ownCase'],
  [appealed, { name: 'uphold' }, 'third', 'uphold:upheld'],
  [appealed, { name: 'overturn' }, 'third', 'overturn:overturned'],
] as const)('from %o, %o by %s: %s', (standing, step, actor, outcome) => {
  expect(told(takeStep(standing, step, by(actor)))).toBe(outcome)
})

test.each<[string, [CaseStep, string][], string]>([
  ['looked at and clean', [[judge('clean'), 'first']], 'notReviewed clean'],
  ['a warning needs nobody else', [[judge('warning'), 'first']], 'notReviewed warning'],
  ...(['violation', 'void'] as const).flatMap((verdict): [string, [CaseStep, string][], string][] => {
    const way: [CaseStep, string][] = [
      [judge(verdict), 'first'],
      [{ name: 'confirm' }, 'second'],
      [{ name: 'appeal' }, 'candidate'],
    ]
    const told = 'notReviewed proposed confirmed appealed'
    return [
      [
        `${verdict}, confirmed by another, appealed against, upheld by a third`,
        [...way, [{ name: 'uphold' }, 'third']],
        `${told} upheld`,
      ],
      [`${verdict}, overturned by a third`, [...way, [{ name: 'overturn' }, 'third']], `${told} overturned`],
    ]
  }),
])('the ways from not reviewed to the end: %s', (_, steps, states) => {
  const standings = steps.map((_step, index) => after(steps.slice(0, index + 1)).state)
  expect(['notReviewed', ...standings].join(' ')).toBe(states)
})

test('an appeal may be made until the last moment of its days, and not after', () => {
  const step = { name: 'appeal' } as const
  expect(told(takeStep(confirmed, step, by('candidate', { now: days(7) })))).toBe('appeal:appealed')
  expect(told(takeStep(confirmed, step, by('candidate', { now: new Date(days(7).getTime() + 1) })))).toBe('appealOver')
})

test('where one person is enough, what they decide is confirmed, and the appeal still goes to somebody else', () => {
  const alone = takeStep(untouched, judge('violation'), by('first', { needsSecond: false }))
  expect(alone).toMatchObject({ allowed: true, step: 'decide', standing: { state: 'confirmed', confirmedBy: 'first' } })
  if (!alone.allowed) return
  const appealing = takeStep(alone.standing, { name: 'appeal' }, by('candidate'))
  expect(appealing.allowed && told(takeStep(appealing.standing, { name: 'uphold' }, by('first')))).toBe('samePerson')
})

test('only what is confirmed, and not overturned, is held against somebody', () => {
  expect([untouched, proposed, confirmed, appealed].map(isHeldAgainst)).toEqual([false, false, true, true])
  expect(isHeldAgainst({ state: 'overturned', verdict: 'void' })).toBe(false)
  expect(isHeldAgainst({ state: 'upheld', verdict: 'violation' })).toBe(true)
  expect(isHeldAgainst({ state: 'warning', verdict: 'warning' })).toBe(false)
})
