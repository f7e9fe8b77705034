/** Review of recordings: who was recorded, films and pictures, marks. `examinationResultId` is the attempt. */
import {
  codes,
  endpoint,
  errors,
  id,
  instant,
  instantInput,
  pageOf,
  pageQuery,
  statedReason,
  text,
  yesOrNo,
} from '@kaopei/contract'
import { z } from 'zod'
import { pieceKind } from './capture.ts'
import { markCheating } from './menus.ts'
import { deletionCertificate, keepingState, keptAppeal, keptKind } from './retention.ts'

const path = '/api/v1/exam/examination/cheat'

/** source + 3 */
export const abnormalType = codes({
  screen: { code: 4, label: '屏幕录像' },
  first: { code: 5, label: '第一机位' },
  second: { code: 6, label: '第二机位' },
})
export const tagType = codes({
  shot: { code: 1, label: '单张画面' },
  whole: { code: 2, label: '整段录像' },
})
export const cheatTag = codes({
  none: { code: 0, label: '未标记' },
  marked: { code: 1, label: '已标记', tone: 'danger' },
})
/** Null: nothing was recorded. */
export const composeStatus = codes({
  waiting: { code: 0, label: '视频合成中...' },
  composing: { code: 1, label: '视频合成中...' },
  ready: { code: 2, label: '可播放', tone: 'success' },
  failed: { code: 3, label: '视频合成失败', tone: 'danger' },
})

export const reviewErrors = errors('review', {
  shotMissing: { code: 3370, text: '画面不存在，请刷新后重试' },
  frameMissing: { code: 3371, text: '截取的画面未上传成功，请重新截取' },
  ownRecording: { code: 3372, text: '不能审核自己的考试，请由其他人审核' },
  notOpened: { code: 3373, text: '请先填写查看原因，打开录像后再操作' },
  deleted: { code: 3375, text: '录像与照片已按保存期限删除，不能再标记' },
  framesOver: { code: 3388, text: '截取画面的保存期限已过，不能再截取，请直接标记单张照片或整段录像' },
  nothingRecorded: { code: 3374, text: '这一机位没有录像，无法标记' },
})

const count = z.int()
/** Empty until the caller has opened the recordings with a reason: pictures of people are not handed out in passing. */
const link = z.string()

const shot = {
  id,
  cheatTag: cheatTag.schema,
  /** Of a frame the moment of the exam that it shows. */
  takenAt: instant,
  thumbnailUrl: link,
  isDoubtful: z.boolean(),
  /** Cut from a film by whoever reviewed it. */
  isFrame: z.boolean(),
}
/** `isOpen`: the caller has given a reason within the last two hours. */
const shotList = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({ dataList: z.array(z.object(row)), isOpen: z.boolean(), extra: z.object({ cheatCount: count }) })
const result = z.object({ examinationResultId: id })

const span = z.object({ from: instant, until: instant })
const holes = z.array(span.extend({ reason: z.string() }))
/** Of one each `everySeconds`: a picture covers the time until the next one is due. */
const pictures = z.object({
  everySeconds: count,
  expectedCount: count,
  takenCount: count,
  coveredSeconds: count,
  coveragePercent: count,
  holes,
})
const film = z.object({
  /** Null until it is ready, and until the caller has opened the recordings. */
  composeUrl: link.nullable(),
  /** The instant of the composed film's second 0. */
  composeFrom: instant.nullable(),
  /** Pieces that are not in it, because nothing can be read of them. */
  unreadableCount: count,
  composeStatus: composeStatus.schema.nullable(),
  /** Pieces whose times cannot be: in no film, they are watched by themselves. */
  doubtfulCount: count,
  /** Why composing failed. */
  reason: z.string().nullable(),
  cheatTag: cheatTag.schema,
  isWanted: z.boolean(),
  expectedSeconds: count,
  coveredSeconds: count,
  coveragePercent: count,
  /** Each with why, as far as it was told. */
  holes,
  /** Null: none are asked for. */
  pictures: pictures.nullable(),
})

const read = { access: markCheating.rights.view, audit: 'read', scope: 'department' } as const
const ofOne = [reviewErrors.ownRecording] as const

export const review = {
  exams: endpoint({
    ...read,
    path: `${path}/listExams`,
    summary: '有监考记录的考试',
    input: pageQuery.extend({ keyWords: text(50, '考试名称').optional() }),
    output: pageOf(z.object({ examinationId: id, name: z.string(), recordedCount: count, markedCount: count })),
  }),
  listAbnormal: endpoint({
    ...read,
    path: `${path}/listAbnormal`,
    summary: '考试的监考记录与标记',
    input: pageQuery.extend({
      examinationId: id,
      keyWords: text(50, '姓名').optional(),
      /** Only those with a mark, or without. */
      isMarked: yesOrNo.optional(),
    }),
    output: pageOf(
      z.object({
        examinationResultId: id,
        /** Of the caller: nobody reviews themselves. */
        isOwn: z.boolean(),
        staffName: z.string(),
        department: z.string().nullable(),
        startTime: instant,
        submitTime: instant.nullable(),
        /** Marked now: pictures, frames and whole recordings. */
        cheatCount: count,
        pictureCount: count,
        doubtfulCount: count,
        /** Of each wanted stream, in percent. */
        coverage: z.array(z.object({ abnormalType: abnormalType.schema, kind: pieceKind, percent: count, holeCount: count })),
      }),
    ),
  }),
  storage: endpoint({
    path: `${path}/storage`,
    summary: '含人像的监考数据人数',
    /** Of the whole company, whomever the caller reaches: for whoever answers for how long it is kept. */
    access: markCheating.rights.keep,
    audit: 'read',
    /** People whose camera films or photographs are there now; from `warnFrom` on the company is warned. */
    output: z.object({ peopleCount: count, warnFrom: count }),
  }),
  getRecord: endpoint({
    ...read,
    path: `${path}/getRecord`,
    summary: '一份答卷的录像',
    input: result,
    output: z.object({
      examinationResultId: id,
      examinationId: id,
      examName: z.string(),
      staffName: z.string(),
      startTime: instant,
      endTime: instant,
      /** When the last of them was deleted; null: something is there, and the next goes on `deletedFrom`. */
      deletedAt: instant.nullable(),
      deletedFrom: instant,
      keeping: keepingState,
      /** What holds the recordings. */
      heldFor: z.array(z.string()),
      certificates: z.array(deletionCertificate),
      /** Of each kind that is recorded of it. */
      kinds: z.array(keptKind),
      /** Null: nobody has laid anything before anybody. */
      appealFiles: keptAppeal.nullable(),
      isOpen: z.boolean(),
      /** False: frames that were cut have gone by their own days, and no more are kept. */
      mayCut: z.boolean(),
      screen: film,
      first: film,
      second: film,
    }),
    errors: ofOne,
  }),
  listPieces: endpoint({
    ...read,
    path: `${path}/listPieces`,
    summary: '一个机位的录像片段',
    input: result.extend({ abnormalType: abnormalType.schema }),
    output: z.object({
      dataList: z.array(span.extend({ id, number: count, isStill: z.boolean(), isDoubtful: z.boolean(), url: link })),
      isOpen: z.boolean(),
    }),
    errors: ofOne,
  }),
  queryScreenShots: endpoint({
    ...read,
    path: `${path}/queryScreenShots`,
    summary: '屏幕截图',
    input: result.extend({ source: z.int().optional() }),
    output: shotList({ ...shot, screenShotUrl: link }),
    errors: ofOne,
  }),
  queryPhotographs: endpoint({
    ...read,
    path: `${path}/queryPhotographs`,
    summary: '机位照片',
    /** 2: first camera, 3: second camera. */
    input: result.extend({ source: z.union([z.literal(2), z.literal(3)], '请选择机位') }),
    output: shotList({ ...shot, photographUrl: link }),
    errors: ofOne,
  }),
  open: endpoint({
    path: `${path}/openRecord`,
    summary: '查看录像与照片',
    access: markCheating.rights.look,
    audit: { action: 'look', target: 'examRecording' },
    scope: 'department',
    input: result.extend({ reason: statedReason(200, '查看原因') }),
    output: z.object({ examinationResultId: id }),
    errors: ofOne,
  }),
  setCheatTag: endpoint({
    path: `${path}/setCheatTag`,
    summary: '标记与取消标记',
    access: markCheating.rights.mark,
    audit: { action: 'mark', target: 'examRecording' },
    scope: 'department',
    input: result.extend({
      cheatTag: cheatTag.schema,
      abnormalType: abnormalType.schema,
      tagType: tagType.schema,
      /** A frame that was captured from a film and uploaded. */
      videoScreenShotUrl: text(2000, '截取的画面').optional(),
      /** The moment of the exam that the frame shows. */
      videoScreenShotTime: instantInput.optional(),
      /** A picture or frame of the lists. */
      abnormalOperationId: id.optional(),
    }),
    output: z.object({ abnormalOperationId: id.nullable(), cheatTag: cheatTag.schema }),
    errors: [
      reviewErrors.ownRecording,
      reviewErrors.shotMissing,
      reviewErrors.frameMissing,
      reviewErrors.notOpened,
      reviewErrors.nothingRecorded,
      reviewErrors.deleted,
      reviewErrors.framesOver,
    ],
  }),
}
