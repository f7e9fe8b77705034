import { recordingKind } from '@kaopei/exam/contract/recording-days'
import { reachOf } from '@kaopei/exam/server'
import { findOwnUpload, keepFiles } from '@kaopei/files/server'
import { type Context, type Handlers, implement } from '@kaopei/server'
import type { z } from 'zod'
import { source } from '../../contract/capture.ts'
import { abnormalType, cheatTag, review, reviewErrors, tagType } from '../../contract/review.ts'
import { askForFilms } from '../films/film.sql.ts'
import { facesWarnFrom } from '../retention/retention.handlers.ts'
import { countFilmedPeople } from '../retention/retention.sql.ts'
import { coveragePercent } from '../rules/coverage.ts'
import { kindOf } from '../rules/keeping.ts'
import { noteMarks } from '../verdicts/anomalies.ts'
import { coverageByStream } from './coverage-of.ts'
import { enter, isOpenTo } from './entered.ts'
import { countExams, countPeople, selectExams, selectPeople } from './list.sql.ts'
import { recordOf } from './record-of.ts'
import { findShot, insertLook, insertMark, keepFrame, type Recording, selectPieces } from './recording.sql.ts'
import { pieceUrl, shotsOf } from './shots.ts'

const sources = { 4: source.screen, 5: source.first, 6: source.second } as const
const types = { [source.screen]: 4, [source.first]: 5, [source.second]: 6 } as const
const sourceOf = (type: 4 | 5 | 6) => sources[type]

const handlers: Handlers<typeof review> = {
  exams: async ({ pageIndex, pageSize, keyWords }, { actor, db, scope }) => {
    const wish = { scope: reachOf(actor, scope), keyWords }
    const dataList = await selectExams(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList, totalCount: await countExams(db, wish) }
  },

  listAbnormal: async ({ pageIndex, pageSize, examinationId: examId, keyWords, isMarked }, { actor, db, scope, now }) => {
    const wish = { examId, scope: reachOf(actor, scope), keyWords, isMarked }
    const people = await selectPeople(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const coverage = await coverageByStream(db, people, now)
    const dataList = people.map(({ streams, ...found }) => {
      const { attemptId, examId: _exam, staffId, startedAt, ...person } = found
      const covered = coverage(found)
      return {
        ...person,
        examinationResultId: attemptId,
        isOwn: staffId === actor.staffId,
        startTime: startedAt,
        submitTime: covered.submittedAt,
        coverage: streams.map((stream) => {
          const found = covered.of(stream)
          return {
            abnormalType: types[stream.source],
            kind: stream.kind,
            percent: coveragePercent(found),
            holeCount: found.holes.length,
          }
        }),
      }
    })
    return { dataList, totalCount: await countPeople(db, wish) }
  },

  storage: async (_input, { db }) => ({ peopleCount: await countFilmedPeople(db), warnFrom: facesWarnFrom }),

  getRecord: async ({ examinationResultId }, context) => {
    const recording = await enter(context, examinationResultId)
    const isOpen = await isOpenTo(context, recording)
    return {
      ...(await recordOf(context.db, context.services, { recording, isOpen, viewerId: context.actor.staffId, now: context.now })),
      isOpen,
    }
  },

  listPieces: async ({ examinationResultId, abnormalType: type }, context) => {
    const { db, services } = context
    const recording = await enter(context, examinationResultId)
    const isOpen = await isOpenTo(context, recording)
    const of = sourceOf(type)
    const pieces = recording.gone.includes(kindOf({ source: of, kind: 'film' }))
      ? []
      : await selectPieces(db, recording, { of, kinds: ['film'] })
    const dataList = pieces.map((piece) => ({
      id: piece.id,
      number: piece.number,
      from: piece.from,
      until: piece.until,
      isStill: piece.isStill,
      isDoubtful: piece.isDoubtful,
      url: isOpen ? pieceUrl(services, { companyId: db.companyId, recording, of, piece, viewerId: context.actor.staffId }) : '',
    }))
    return { dataList, isOpen }
  },

  queryScreenShots: async ({ examinationResultId }, context) => {
    const recording = await enter(context, examinationResultId)
    const isOpen = await isOpenTo(context, recording)
    const shots = await shotsOf(context.db, context.services, {
      recording,
      of: source.screen,
      isOpen,
      viewerId: context.actor.staffId,
    })
    return {
      dataList: shots.map(({ url, ...shot }) => ({ ...shot, screenShotUrl: url })),
      isOpen,
      extra: { cheatCount: shots.filter((shot) => shot.cheatTag === cheatTag.marked).length },
    }
  },

  queryPhotographs: async ({ examinationResultId, source: of }, context) => {
    const recording = await enter(context, examinationResultId)
    const isOpen = await isOpenTo(context, recording)
    const shots = await shotsOf(context.db, context.services, { recording, of, isOpen, viewerId: context.actor.staffId })
    return {
      dataList: shots.map(({ url, ...shot }) => ({ ...shot, photographUrl: url })),
      isOpen,
      extra: { cheatCount: shots.filter((shot) => shot.cheatTag === cheatTag.marked).length },
    }
  },

  open: async ({ examinationResultId, reason }, context) => {
    const { db, actor, now, record } = context
    const { attemptId, staffName } = await enter(context, examinationResultId)
    await insertLook(db, { attemptId, staffId: actor.staffId, what: 'recording', reason, now })
    await askForFilms(db, attemptId, now)
    record({ targetId: attemptId, targetName: staffName, reason })
    return { examinationResultId }
  },

  setCheatTag: async (input, context) => {
    const { db, actor, now, fail, record } = context
    const recording = await enter(context, input.examinationResultId)
    if (!(await isOpenTo(context, recording))) return fail(reviewErrors.notOpened)
    const { attemptId, staffName } = recording
    const { abnormalType: type } = input
    const shotId = await markedThing(context, recording, input)
    const isMarked = input.cheatTag === cheatTag.marked
    const isChanged = await insertMark(db, { attemptId, abnormalType: type, shotId, isMarked, byId: actor.staffId, now })
    const thing = { abnormalType: abnormalType.label(type), tagType: tagType.label(input.tagType) }
    const after = { cheatTag: cheatTag.label(input.cheatTag), ...thing }
    if (isChanged) await noteMarks(db, recording, now)
    record({ targetId: attemptId, targetName: staffName, after: isChanged ? after : {} })
    return { abnormalOperationId: shotId, cheatTag: input.cheatTag }
  },
}

type Marking = Context<typeof review.setCheatTag>
type Wish = z.output<typeof review.setCheatTag.input>

/** The picture or frame that is meant, null the whole recording; what has been deleted is not marked any more. */
async function markedThing(context: Marking, recording: Recording, input: Wish) {
  const { db, fail } = context
  const of = sourceOf(input.abnormalType)
  const isGone = (piece: { kind: string; number?: number }) =>
    recording.gone.includes(kindOf({ source: of, ...piece }, recording.agreed))
  if (input.tagType === tagType.whole) {
    const isFilmed = recording.streams.some((stream) => stream.kind === 'film' && stream.source === of)
    if (!isFilmed) return fail(reviewErrors.nothingRecorded)
    return isGone({ kind: 'film' }) ? fail(reviewErrors.deleted) : null
  }
  if (input.videoScreenShotUrl !== undefined) return cutFrame(context, recording, input)
  const shotId = input.abnormalOperationId
  const shot = shotId === undefined ? undefined : await findShot(db, recording, of, shotId)
  if (shotId === undefined || !shot) return fail(reviewErrors.shotMissing)
  const isShotGone = shot.kind === 'frame' ? recording.gone.includes(recordingKind.frame) : isGone(shot)
  return isShotGone ? fail(reviewErrors.deleted) : shotId
}

/** What the film showed becomes a picture of its own, at the moment of the exam that it shows. */
async function cutFrame(
  { db, actor, services, now, fail }: Marking,
  recording: Recording,
  { abnormalType: type, videoScreenShotUrl: fileUrl, videoScreenShotTime: shown }: Wish,
) {
  const { attemptId, startedAt, submittedAt, gone } = recording
  const of = sourceOf(type)
  if (gone.includes(kindOf({ source: of, kind: 'film' }))) return fail(reviewErrors.deleted)
  // Frames go with their kind: one that is kept afterwards would never be deleted.
  if (gone.includes(recordingKind.frame)) return fail(reviewErrors.framesOver)
  const fileId = await findOwnUpload(db, services, actor, { fileUrl }, ['frame', 'image'])
  if (fileId === undefined || (await keepFiles(db, [fileId], now)) === 0) return fail(reviewErrors.frameMissing)
  const isWithin = shown !== undefined && shown >= startedAt && shown <= (submittedAt ?? now)
  return (await keepFrame(db, { attemptId, of, fileId, shownAt: isWithin ? shown : null, byId: actor.staffId, now })) ?? null
}

export const reviewEndpoints = implement(review, handlers)
