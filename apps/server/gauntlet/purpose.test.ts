import type { TestActor } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoomName } from '../../../tools/rooms.ts'
import { filledInputs, lastFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, type Gauntlet } from './gauntlet-world.ts'

// An exam that is a part of something larger is in no list, picker, report, figure, export or quota of exams: every reading call of the rooms that know
// exams is asked whether it tells of it. Those that protect it know it, and are named here.

const protections: Readonly<Record<string, string>> = {
  '/api/v1/exam/question/removeImpact': 'a question is not deleted from under people who sit it',
  '/api/v1/exam/examination/review/examList': 'whoever marks finds what is to be marked',
  '/api/v1/exam/examination/review/getReviewInfo': 'marking it',
  '/api/v1/exam/examination/review/getExamAnswerPaperBasicInfo': 'marking it',
  '/api/v1/exam/proctor/incident/get': 'invigilation',
  '/api/v1/exam/proctor/incident/list': 'invigilation',
  '/api/v1/exam/examination/cheat/listVerdicts': 'invigilation',
}
const rooms: readonly (RoomName | undefined)[] = [
  ...(['tenant', 'question', 'exam', 'result', 'marking', 'proctoring', 'practice'] as const),
  ...(['course', 'training', 'skill', 'certificate'] as const),
]

let gauntlet: FilledGauntlet
beforeAll(async () => {
  gauntlet = await openFilled({ isWhole: true })
})
afterAll(() => gauntlet.close())

test('no call but those that protect it tells of an exam with a purpose; of any other exam many do', async () => {
  const { world, first: filled } = gauntlet
  const name = '不在考试列表中的岗位测评考试'
  const [examId = ''] = filled.idsByName.get('exam.exam') ?? []
  await world.rows('update exam.exam set purpose = 0, name = $2, status = 1, removed_at = null where id = $1', [examId, name])
  const admin = await administrator(world, filled.id)
  const asked = inputsAbout(filled, examId)
  expect((await tellingOf(admin, asked, name)).length).toBeGreaterThan(12)
  await world.rows('update exam.exam set purpose = 1 where id = $1', [examId])
  const telling = await tellingOf(admin, asked, name)
  expect(telling.filter((path) => !(path in protections))).toEqual([])
  // Its marking is found as before.
  expect(telling).toContain('/api/v1/exam/examination/review/examList')
})

type Asked = readonly { readonly endpoint: Gauntlet['endpoints'][number]; readonly inputs: readonly unknown[] }[]

/** Of each call an input with few fields, and those with the exam's id. */
function inputsAbout(filled: Parameters<typeof filledInputs>[1], examId: string): Asked {
  const { endpoints, roomOf } = gauntlet
  const reading = endpoints.filter(
    (one) => rooms.includes(roomOf(one)) && (one.facts.audit === 'read' || /export/i.test(one.facts.path)),
  )
  return reading.map((endpoint) => {
    const near = { room: roomOf(endpoint) ?? '', path: endpoint.facts.path, callNumber: 0 }
    const about = filledInputs(endpoint, filled, near).filter((one) => JSON.stringify(one).includes(examId))
    // With as few conditions as the contract lets it have.
    return { endpoint, inputs: [...lastFilledInputs(endpoint, filled, 1), ...about.slice(-2)] }
  })
}

async function tellingOf(admin: TestActor, asked: Asked, name: string): Promise<string[]> {
  const telling = new Set<string>()
  for (const { endpoint, inputs } of asked)
    for (const input of inputs)
      if ((await gauntlet.world.as(admin).raw(endpoint, input)).body.includes(name)) telling.add(endpoint.facts.path)
  return [...telling]
}
