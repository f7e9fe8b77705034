import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  derivedOf,
  eventKinds,
  isComplete,
  locksOf,
  type ParticipantEvent,
  participantOf,
  type RuledOutline,
  type RuledTask,
  taskAt,
} from './participant.ts'

const start = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000
const at = (day: number) => new Date(start + day * dayMs)

const taskShape = fc.record({
  isRequired: fc.boolean(),
  weight: fc.integer({ min: 0, max: 3 }),
  isForChosen: fc.boolean(),
  opensDay: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
})
const outlines: fc.Arbitrary<RuledOutline> = fc
  .record({
    unlockOrder: fc.constantFrom('free' as const, 'tasks' as const, 'groups' as const),
    beginDay: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
    stages: fc.array(
      fc.record({
        weight: fc.integer({ min: 0, max: 3 }),
        opensAfterDays: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
        tasks: fc.array(taskShape, { maxLength: 4 }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ unlockOrder, beginDay, stages }) => {
    let slot = 0
    return {
      unlockOrder,
      beginAt: beginDay === null ? null : at(beginDay),
      stages: stages.map(({ tasks, ...stage }, place) => ({
        ...{ id: `s${place}`, title: `阶段${place}`, conditions: [], opensAt: null, endsAt: null, endsAfterDays: 5, ...stage },
        tasks: tasks.map(({ opensDay, ...task }): RuledTask => {
          slot += 1
          const conditions = opensDay === null ? [] : [{ kind: 'fromDay' as const, days: opensDay }]
          return {
            id: `t${slot}`,
            slot,
            kind: 'material',
            title: `任务${slot}`,
            conditions,
            dueAt: null,
            dueAfterDays: null,
            makesUpTaskId: null,
            ...task,
          }
        }),
      })),
    }
  })

const happened = fc.array(
  fc.record({ slot: fc.integer({ min: 1, max: 16 }), kind: fc.constantFrom(...eventKinds), day: fc.integer({ min: 0, max: 9 }) }),
  { maxLength: 30 },
)
type Happened = { slot: number; kind: ParticipantEvent['kind']; day: number }[]
const eventsOf = (all: Happened): ParticipantEvent[] =>
  all
    .toSorted((one, other) => one.day - other.day)
    .map(({ slot, kind, day }) => ({ taskId: `t${slot}`, kind, scoreHundredths: null, isPassed: null, at: at(day) }))
const chosen = fc.subarray(Array.from({ length: 16 }, (_, n) => `t${n + 1}`))

test('states, percent and the next task say the same, whatever happened', () => {
  fc.assert(
    fc.property(outlines, happened, chosen, fc.integer({ min: 0, max: 12 }), (outline, all, theirs, day) => {
      const participant = participantOf(outline, { enrolledAt: at(0), events: eventsOf(all), chosenTaskIds: new Set(theirs) })
      const now = at(day)
      const { states, percent, isComplete: isWhole, next } = derivedOf(outline, participant, now)
      const mine = outline.stages.flatMap(({ tasks }) => tasks).filter((task) => !task.isForChosen || theirs.includes(task.id))
      const required = mine.filter(({ isRequired }) => isRequired)
      const counted = required.length > 0 ? required : mine
      expect(isWhole).toBe(counted.length > 0 && counted.every(({ slot }) => states[slot - 1] === 2))
      expect(percent === 100).toBe(isWhole)
      for (const { tasks } of outline.stages)
        for (const { id, slot } of tasks) expect(states[slot - 1] === -1).toBe(!mine.some((task) => task.id === id))
      if (!next) return
      const owed = required.find(({ id }) => id === next.taskId)
      expect(owed && !isComplete(taskAt(participant, next.taskId))).toBe(true)
      const lock = locksOf(outline, participant, now).get(next.taskId)
      expect(lock?.isOpen || next.since > now).toBe(true)
      expect(lock?.isOpen ? next.since <= now || all.some((one) => at(one.day) > now) : true).toBe(true)
    }),
  )
})

test('unlocking: what is done next locks nothing that was open, and in order nothing opens before what is required in front of it', () => {
  fc.assert(
    fc.property(
      outlines,
      happened,
      fc.integer({ min: 1, max: 16 }),
      fc.integer({ min: 0, max: 12 }),
      (outline, all, slot, day) => {
        const now = at(day)
        const standing = (events: Happened) => participantOf(outline, { enrolledAt: at(0), events: eventsOf(events) })
        const openOf = (events: Happened) =>
          [...locksOf(outline, standing(events), now)].flatMap(([id, lock]) => (lock.isOpen ? [id] : []))
        const before = openOf(all)
        expect(openOf([...all, { slot, kind: 'done', day: 9 }])).toEqual(expect.arrayContaining(before))
        if (outline.unlockOrder === 'free') return
        const participant = standing(all)
        const isByHand = (id: string) =>
          all.some((one) => `t${one.slot}` === id && (one.kind === 'opened' || one.kind === 'closed'))
        const isUntouched = (id: string) =>
          !isByHand(id) && !taskAt(participant, id).isBegun && !isComplete(taskAt(participant, id))
        const owed: string[] = []
        for (const { tasks } of outline.stages) {
          const earlier = [...owed]
          for (const task of tasks.filter((one) => !one.isForChosen)) {
            const inFront = outline.unlockOrder === 'tasks' ? owed : earlier
            if (before.includes(task.id) && isUntouched(task.id)) expect(inFront).toEqual([])
            if (task.isRequired && !isComplete(taskAt(participant, task.id))) owed.push(task.id)
          }
        }
      },
    ),
  )
})

test('an exemption or something done never takes anything from anybody', () => {
  fc.assert(
    fc.property(
      outlines,
      happened,
      fc.integer({ min: 1, max: 16 }),
      fc.constantFrom('done' as const, 'exempted' as const),
      (outline, all, slot, kind) => {
        const of = (events: Happened) =>
          derivedOf(outline, participantOf(outline, { enrolledAt: at(0), events: eventsOf(events) }), at(10))
        expect(of([...all, { slot, kind, day: 9 }]).percent).toBeGreaterThanOrEqual(of(all).percent)
      },
    ),
  )
})

const one = (wish: Partial<RuledTask>): RuledTask => ({
  ...{
    id: 't1',
    slot: 1,
    kind: 'exam',
    title: '考试',
    isRequired: true,
    weight: 1,
    conditions: [],
    dueAt: null,
    dueAfterDays: null,
  },
  ...{ isForChosen: false, makesUpTaskId: null },
  ...wish,
})
const stageOf = (...tasks: RuledTask[]) => ({
  ...{
    id: 's1',
    title: '阶段',
    weight: 1,
    conditions: [],
    opensAt: null,
    opensAfterDays: null,
    endsAt: null,
    endsAfterDays: null,
  },
  tasks,
})
const event = (taskId: string, kind: ParticipantEvent['kind'], scoreHundredths: number | null = null): ParticipantEvent => ({
  ...{ taskId, kind, scoreHundredths, isPassed: kind === 'done', at: at(1) },
})

test('of an original and its make-up the better score stands, and the make-up itself is not owed', () => {
  const second = one({ id: 't2', slot: 2, isForChosen: true, makesUpTaskId: 't1' })
  const outline = { unlockOrder: 'free' as const, beginAt: null, stages: [stageOf(one({}), second)] }
  const of = (...events: ParticipantEvent[]) =>
    participantOf(outline, { enrolledAt: at(0), events, chosenTaskIds: new Set(['t2']) })
  const failed = of(event('t1', 'undone', 4000))
  expect(derivedOf(outline, failed, at(2))).toMatchObject({ states: [1, 0], percent: 0, next: { taskId: 't2' } })
  const made = of(event('t1', 'undone', 4000), event('t2', 'done', 7000))
  expect(taskAt(made, 't1')).toMatchObject({ isDone: true, isPassed: true, scoreHundredths: 7000 })
  expect(derivedOf(outline, made, at(2))).toMatchObject({ states: [2, 2], percent: 100, next: null })
  const better = of(event('t1', 'done', 9000), event('t2', 'undone', 2000))
  expect(taskAt(better, 't1')).toMatchObject({ isDone: true, scoreHundredths: 9000 })
})

test('whoever comes late has the days of a stage from their own beginning, and is owed its task when it opens', () => {
  const stage = { ...stageOf(one({})), opensAt: at(0), opensAfterDays: 3, endsAt: at(5), endsAfterDays: 7 }
  const outline = { unlockOrder: 'free' as const, beginAt: null, stages: [stage] }
  const late = participantOf(outline, { enrolledAt: at(4), events: [] })
  const next = { taskId: 't1', since: at(7), dueAt: at(11) }
  expect(derivedOf(outline, late, at(5)).next).toEqual(next)
  expect(derivedOf(outline, late, at(8)).next).toEqual(next)
  expect(locksOf(outline, late, at(5)).get('t1')).toMatchObject({ isOpen: false, opensAt: at(7) })
})

test('what is owed has its first date, whether it is next, later or locked; what is done or optional has none', () => {
  const undated = one({})
  const later = one({ id: 't2', slot: 2, dueAt: at(6) })
  const locked = one({ id: 't3', slot: 3, dueAt: at(4), conditions: [{ kind: 'byHand' }] })
  const optional = one({ id: 't4', slot: 4, dueAt: at(2), isRequired: false })
  const outline = { unlockOrder: 'free' as const, beginAt: null, stages: [stageOf(undated, later, locked, optional)] }
  const of = (...events: ParticipantEvent[]) => derivedOf(outline, participantOf(outline, { enrolledAt: at(0), events }), at(5))
  expect(of()).toMatchObject({ next: { taskId: 't1', dueAt: null }, owedDueAt: at(4) })
  expect(of(event('t3', 'exempted')).owedDueAt).toEqual(at(6))
  expect(of(event('t3', 'done'), event('t2', 'done')).owedDueAt).toBeNull()
})
