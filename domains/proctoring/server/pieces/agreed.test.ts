import { captureConsents, captureKind } from '@kaopei/exam/contract/capture-consent'
import { entry } from '@kaopei/exam/contract/entry'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { browserA } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const settings = { permitScreenRecord: true, permitFaceRecord: true, permitCamera: true }

async function arrange() {
  const { examId, companyId, candidates } = await arrangeExam(world, { settings })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const wanted = async (attemptId: string) => {
    const { streams } = await world.as(actor).get(capture.plan, { attemptId })
    return streams.map(({ source, kind }) => `${source} ${kind}`)
  }
  return { examId, companyId, actor, wanted }
}

test('what is withdrawn during the attempt is not asked for any more', async () => {
  const { examId, actor, wanted } = await arrange()
  const { attemptId } = await startExam(world, actor, examId)
  expect(await wanted(attemptId)).toEqual(['1 film', '2 film', '2 picture'])
  await world.as(actor).get(entry.withdrawConsent, { examId, kind: captureKind.camera, device: browserA })
  expect(await wanted(attemptId)).toEqual(['1 film', '2 picture'])
})

test('who is exempted from everything is not recorded at all', async () => {
  const { examId, companyId, actor, wanted } = await arrange()
  const kinds = [captureKind.screen, captureKind.photo, captureKind.camera]
  const organiser = world.as(await world.actor({ companyId }))
  const exemption = { examinationId: examId, staffId: actor.staffId, kinds, reason: '现场监考' }
  expect(await organiser.get(captureConsents.exempt, exemption)).toEqual({ changedCount: 3 })
  const { attemptId } = await startExam(world, actor, examId)
  expect(await wanted(attemptId)).toEqual([])
  expect(await world.rows('select 1 from proctoring.watch where attempt_id = $1', [attemptId])).toEqual([])
})
