import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountedGroup, progressOf, projectProgressOf } from './progress.ts'

const task = fc.record({
  isRequired: fc.boolean(),
  weight: fc.integer({ min: 0, max: 5 }),
  percent: fc.constant(0),
  isComplete: fc.boolean(),
})
const stages = fc.array(fc.record({ weight: fc.integer({ min: 0, max: 5 }), tasks: fc.array(task, { maxLength: 6 }) }), {
  maxLength: 5,
})
const tasksOf = (groups: readonly CountedGroup[]) => groups.flatMap(({ tasks }) => tasks)

test('a project is at 100 if, and only if, all that is required in every stage is done', () => {
  fc.assert(
    fc.property(stages, (groups) => {
      const { percent, isComplete } = projectProgressOf(groups)
      const all = tasksOf(groups)
      const required = all.filter(({ isRequired }) => isRequired)
      const counted = required.length > 0 ? required : all
      expect(isComplete).toBe(counted.length > 0 && counted.every((one) => one.isComplete))
      expect(percent === 100).toBe(isComplete)
      expect(percent).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('whatever is done next, a project is never further back than before', () => {
  fc.assert(
    fc.property(stages, fc.nat(), (groups, pick) => {
      const all = tasksOf(groups)
      const chosen = all[pick % Math.max(1, all.length)]
      const further = groups.map((group) => ({
        ...group,
        tasks: group.tasks.map((one) => (one === chosen ? { ...one, isComplete: true } : one)),
      }))
      expect(projectProgressOf(further).percent).toBeGreaterThanOrEqual(projectProgressOf(groups).percent)
    }),
  )
})

test('optional tasks count only where nothing is required', () => {
  fc.assert(
    fc.property(stages, (groups) => {
      fc.pre(tasksOf(groups).some(({ isRequired }) => isRequired))
      const turned = groups.map((group) => ({
        ...group,
        tasks: group.tasks.map((one) => (one.isRequired ? one : { ...one, isComplete: !one.isComplete })),
      }))
      expect(projectProgressOf(turned)).toEqual(projectProgressOf(groups))
    }),
  )
})

test('stages weigh what they were given; of two stages, one of weight 3 done, the project is at 75 percent', () => {
  const one = { isRequired: true, weight: 1, percent: 0, isComplete: true }
  const groups = [
    { weight: 3, tasks: [one, { ...one, isRequired: false, isComplete: false }] },
    { weight: 1, tasks: [{ ...one, isComplete: false }] },
    { weight: 9, tasks: [{ ...one, isRequired: false }] },
  ]
  expect(projectProgressOf(groups)).toEqual({ percent: 75, isComplete: false })
})

test('percent as in courses: of one stage it is the percent of a course with the same tasks, and stages alike of one are as one', () => {
  const partly = fc.record({
    isRequired: fc.boolean(),
    weight: fc.integer({ min: 0, max: 5 }),
    percent: fc.integer({ min: 0, max: 99 }),
    isComplete: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(partly, { maxLength: 8 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (tasks, weight, times) => {
        const course = progressOf(tasks)
        expect(projectProgressOf([{ weight, tasks }])).toEqual(course)
        expect(projectProgressOf(Array.from({ length: times }, () => ({ weight, tasks })))).toEqual(course)
      },
    ),
  )
})
