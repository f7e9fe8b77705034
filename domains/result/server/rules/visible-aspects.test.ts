import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type HiddenReason,
  type ReviewAspect,
  type ReviewQuestion,
  reviewAspects,
  shownTotal,
  visibleAspects,
} from './visible-aspects.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)
const all = {
  permitQueryScore: true,
  permitViewDetail: true,
  permitViewAnswer: true,
  permitViewAnalysis: true,
  permitViewTime: null,
}
const open: ReviewQuestion = {
  now: at('13:00:00'),
  permits: all,
  attempt: { isClosed: true, isVoided: false, hasUnmarked: false, isPublished: true },
  lastSittingEndsAt: at('12:00:00'),
  mayShowBeforeLastSitting: false,
  isPractice: false,
}
const hide = (reason: HiddenReason) => Object.fromEntries(reviewAspects.map((aspect) => [aspect, reason]))

test.each<[string, Partial<ReviewQuestion>, Partial<Record<ReviewAspect, HiddenReason>>]>([
  ['all of it', {}, {}],
  ['nothing before handing in', { attempt: { ...open.attempt, isClosed: false } }, hide('notSubmitted')],
  ['nothing of a voided attempt', { attempt: { ...open.attempt, isVoided: true } }, hide('voided')],
  [
    'nothing before the time of viewing',
    { permits: { ...all, permitViewTime: { start: at('14:00:00'), end: null } } },
    hide('beforeViewTime'),
  ],
  ['nothing after it', { permits: { ...all, permitViewTime: { start: null, end: at('12:59:59') } } }, hide('afterViewTime')],
  ['all within it', { permits: { ...all, permitViewTime: { start: at('13:00:00'), end: at('13:00:00') } } }, {}],
  [
    'no score, so no right or wrong',
    { permits: { ...all, permitQueryScore: false } },
    { marks: 'notPermitted', correctness: 'scoreHidden' },
  ],
  [
    'no detail, so nothing that stands on it',
    { permits: { ...all, permitViewDetail: false } },
    { attempt: 'notPermitted', correctness: 'notPermitted', rightAnswer: 'detailHidden', analysis: 'detailHidden' },
  ],
  ['no right answer', { permits: { ...all, permitViewAnswer: false } }, { rightAnswer: 'notPermitted' }],
  ['no analysis', { permits: { ...all, permitViewAnalysis: false } }, { analysis: 'notPermitted' }],
  [
    'a question is unmarked',
    { attempt: { ...open.attempt, hasUnmarked: true, isPublished: false } },
    { marks: 'inMarking', correctness: 'inMarking' },
  ],
  [
    'marked and not published',
    { attempt: { ...open.attempt, isPublished: false } },
    { marks: 'notPublished', correctness: 'notPublished' },
  ],
  ['nothing while a later sitting still runs', { now: at('12:00:00') }, hide('otherSittings')],
  ['nothing where somebody may always still sit', { lastSittingEndsAt: null }, hide('otherSittings')],
  [
    'what is not permitted is not promised for later',
    { now: at('12:00:00'), permits: { ...all, permitQueryScore: false, permitViewAnswer: false } },
    {
      marks: 'notPermitted',
      attempt: 'otherSittings',
      correctness: 'otherSittings',
      rightAnswer: 'notPermitted',
      analysis: 'otherSittings',
    },
  ],
  ['unless that was confirmed', { now: at('11:00:00'), mayShowBeforeLastSitting: true }, {}],
  [
    'practice is immediate',
    {
      now: at('11:00:00'),
      isPractice: true,
      attempt: { ...open.attempt, isPublished: false },
      permits: { ...all, permitViewTime: { start: at('14:00:00'), end: null } },
    },
    {},
  ],
])('%s', (_, more, hidden) => {
  const seen = visibleAspects({ ...open, ...more })
  expect(seen.hidden).toEqual(hidden)
  expect([...seen.visible]).toEqual(reviewAspects.filter((aspect) => hidden[aspect] === undefined))
})

test('the total reads 阅卷中 while a question is unmarked', () => {
  const total = (more: Partial<ReviewQuestion>) => shownTotal(visibleAspects({ ...open, ...more }), 8750)
  expect(total({})).toBe('87.5')
  expect(total({ attempt: { ...open.attempt, hasUnmarked: true } })).toBe('阅卷中')
  expect(total({ permits: { ...all, permitQueryScore: false }, attempt: { ...open.attempt, hasUnmarked: true } })).toBeNull()
})

test('every aspect is either visible or has its reason, and taking a permission away shows nothing new', () => {
  const question: fc.Arbitrary<ReviewQuestion> = fc.record({
    now: fc.constantFrom(at('11:00:00'), at('13:00:00')),
    permits: fc.record({
      permitQueryScore: fc.boolean(),
      permitViewDetail: fc.boolean(),
      permitViewAnswer: fc.boolean(),
      permitViewAnalysis: fc.boolean(),
      permitViewTime: fc.constantFrom(null, { start: at('12:00:00'), end: null }, { start: null, end: at('12:00:00') }),
    }),
    attempt: fc.record({ isClosed: fc.boolean(), isVoided: fc.boolean(), hasUnmarked: fc.boolean(), isPublished: fc.boolean() }),
    lastSittingEndsAt: fc.constantFrom(null, at('12:00:00')),
    mayShowBeforeLastSitting: fc.boolean(),
    isPractice: fc.boolean(),
  })
  const flag = fc.constantFrom(
    'permitQueryScore' as const,
    'permitViewDetail' as const,
    'permitViewAnswer' as const,
    'permitViewAnalysis' as const,
  )
  fc.assert(
    fc.property(question, flag, (asked, taken) => {
      const { visible, hidden } = visibleAspects(asked)
      for (const aspect of reviewAspects) expect(visible.has(aspect)).toBe(hidden[aspect] === undefined)
      const less = visibleAspects({ ...asked, permits: { ...asked.permits, [taken]: false } })
      expect([...less.visible].every((aspect) => visible.has(aspect))).toBe(true)
      if (!visible.has('marks')) expect(visible.has('correctness')).toBe(false)
    }),
  )
})
