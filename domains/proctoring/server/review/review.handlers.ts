import { reachOf } from '@kaopei/exam/server'
import { findOwnUpload } from '@kaopei/files/server'
import { type Handlers, implement } from '@kaopei/server'
import { source } from '../../contract/capture.ts'
import { abnormalType, cheatTag, review, reviewErrors, tagType } from '../../contract/review.ts'
import { askForFilms } from '../films/film.sql.ts'
import { facesWarnFrom } from '../retention/retention.handlers.ts'
import { countFilmedPeople } from '../retention/retention.sql.ts'
import { coveragePercent } from '../rules/coverage.ts'
import { kindOf } from '../rules/keeping.ts'
import { noteMarks } from '../verdicts/anomalies.ts'
import { coverageBySource } from './coverage-of.ts'
import { enter, isOpenTo } from './entered.ts'
import { countExams, countPeople, selectExams, selectPeople } from './list.sql.ts'
import { recordOf } from './record-of.ts'
import { hasShot, insertLook, insertMark, keepFrame, type Recording, selectPieces } from './recording.sql.ts'
import { pieceUrl, shotsOf } from './shots.ts'

const sourceOf = (type: 4 | 5 | 6) => type - 3

function isAllGone({ gone, agreed }: Pick<Recording, 'gone' | 'agreed'>, of: number): boolean {
  const pieces = [{ kind: 'film' }, { kind: 'picture', number: 1 }, { kind: 'picture', number: 2 }]
  return pieces.every((piece) => gone.includes(kindOf({ source: of, ...piece }, agreed)))
}

const handlers: Handlers<typeof review> = {
  exams: async ({ pageIndex, pageSize, keyWords }, { actor, db, scope }) => {
    const wish = { scope: reachOf(actor, scope), keyWords }
    const dataList = await selectExams(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return { dataList, totalCount: await countExams(db, wish) }
  },

  listAbnormal: async ({ pageIndex, pageSize, examinationId: examId, keyWords, isMarked }, { actor, db, scope, now }) => {
    const wish = { examId, scope: reachOf(actor, scope), keyWords, isMarked }
    const people = await selectPeople(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const coverage = await coverageBySource(db, people, now)
    const dataList = people.map(({ attemptId, startedAt, streams, ...person }) => {
      const covered = coverage({ attemptId, startedAt })
      const filmed = abnormalType.options.filter(({ value }) =>
        streams.some(({ source: of, kind }) => kind === 'film' && of === sourceOf(value)),
      )
      return {
        ...person,
        examinationResultId: attemptId,
        startTime: startedAt,
        submitTime: covered.submittedAt,
        coverage: filmed.map(({ value }) => {
          const found = covered.of(sourceOf(value))
          return { abnormalType: value, percent: coveragePercent(found), holeCount: found.holes.length }
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
    const { db, actor, now, fail, record, services } = context
    const recording = await enter(context, input.examinationResultId)
    if (!(await isOpenTo(context, recording))) return fail(reviewErrors.notOpened)
    if (isAllGone(recording, sourceOf(input.abnormalType))) return fail(reviewErrors.deleted)
    const { attemptId, staffName } = recording
    const { abnormalType: type, videoScreenShotUrl: fileUrl } = input
    const of = sourceOf(type)
    let shotId = input.abnormalOperationId ?? null
    if (input.tagType === tagType.whole) {
      shotId = null
      const isFilmed = recording.streams.some((stream) => stream.kind === 'film' && stream.source === of)
      if (!isFilmed) return fail(reviewErrors.nothingRecorded)
    } else if (fileUrl !== undefined) {
      const fileId = await findOwnUpload(db, services, actor, { fileUrl }, ['image'])
      if (fileId === undefined) return fail(reviewErrors.frameMissing)
      shotId = (await keepFrame(db, { attemptId, of, fileId, byId: actor.staffId, now })) ?? null
    } else if (shotId === null || !(await hasShot(db, recording, of, shotId))) return fail(reviewErrors.shotMissing)
    const isMarked = input.cheatTag === cheatTag.marked
    const isChanged = await insertMark(db, { attemptId, abnormalType: type, shotId, isMarked, byId: actor.staffId, now })
    const thing = { abnormalType: abnormalType.label(type), tagType: tagType.label(input.tagType) }
    const after = { cheatTag: cheatTag.label(input.cheatTag), ...thing }
    if (isChanged) await noteMarks(db, recording, now)
    record({ targetId: attemptId, targetName: staffName, after: isChanged ? after : {} })
    return { abnormalOperationId: shotId, cheatTag: input.cheatTag }
  },
}

export const reviewEndpoints = implement(review, handlers)
