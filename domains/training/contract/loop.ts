/** From an exam's weak points to a project, and afterwards what it changed. */
import { endpoint, id, instant, instantInput, pageOf, pageQuery, requiredText, rowVersion, score, text } from '@kaopei/contract'
import { difficulty, questionTypeCodes } from '@kaopei/question/contract/codes'
import { z } from 'zod'
import { loopErrors } from './errors.ts'
import { projectCenter } from './menus.ts'

const { rights } = projectCenter
const makers = [rights.add, rights.edit] as const
const base = '/api/v1/train/loop'

const count = z.int()
/** Of what could be earned, in percent with one place. */
const percent = z.number().min(0).max(100)
const named = z.object({ id, name: z.string() })
const knowledgeIds = z.array(id).min(1, '请至少选择一个知识点').max(50, '最多选择 50 个知识点')

/** Who is trained: those below a share of the points' scores, or people by hand. */
const chosenPeople = z.union([
  z.object({ belowPercent: z.number().min(1, '得分率须在 1 至 100 之间').max(100, '得分率须在 1 至 100 之间') }),
  z.object({ staffIds: z.array(id).min(1, '请至少选择一人').max(10_000, '一次最多处理 10000 人') }),
])
export type ChosenPeople = z.output<typeof chosenPeople>

const wish = {
  examId: id,
  knowledgeIds,
  people: chosenPeople,
  /** The parallel paper mirrors the whole paper; unless said, its items on the chosen points alone. */
  isWholePaper: z.boolean().default(false),
  /** Banks that the parallel paper and the practice take from; nothing: all. */
  bankIds: z.array(id).max(200, '最多选择 200 个题库').default([]),
}
const seed = z.string().regex(/^[0-9a-f]{32}$/, '方案编号不正确，请重新查看方案')

const personRow = z.object({
  staffId: id,
  name: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  percent,
  score,
  maxScore: score,
})

const pointRow = named.extend({
  /** Questions of the exam that carry it, whoever got them. */
  itemCount: count,
  /** People with an official result whose papers had such questions. */
  peopleCount: count,
  /** Mean of each person's share; null: nobody. */
  percent: percent.nullable(),
  isSmallSample: z.boolean(),
})

/** Questions of the paper that stand for each other. */
const paperCell = z.object({
  type: questionTypeCodes.schema,
  difficulty: difficulty.schema,
  pointNames: z.array(z.string()),
  needed: count,
  /** Others that could take their place, each family once. */
  available: count,
})

const proposal = z.object({
  /** What the drawing followed from; given back it makes the same. */
  seed,
  examName: z.string(),
  peopleCount: count,
  points: z.array(
    pointRow.extend({
      courseCount: count,
      /** Questions of the practice that carry it. */
      practiceCount: count,
      /** Questions of the parallel paper that carry it. */
      paperCount: count,
    }),
  ),
  courses: z.array(
    named.extend({
      pointNames: z.array(z.string()),
      coursewareNames: z.array(z.string()),
      /** Why it cannot be used now; null: it can. */
      refusal: z.string().nullable(),
    }),
  ),
  practice: z.object({
    /** Questions that somebody of these people got wrong. */
    wrongCount: count,
    /** Others of the points. */
    otherCount: count,
    refusal: z.string().nullable(),
  }),
  paper: z.object({
    questionCount: count,
    sumScore: score,
    isFeasible: z.boolean(),
    cells: z.array(paperCell),
    /** In words: which falls short by how many. */
    shortages: z.array(z.string()),
    refusal: z.string().nullable(),
  }),
  /** What could not be found or was left out, in words. */
  missing: z.array(z.string()),
})
export type Proposal = z.input<typeof proposal>

const interval = {
  /** After less before, in points of a percent. */
  difference: z.number().nullable(),
  /** Its 95 % interval; null: too few people to claim anything. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  way: z.enum(['t', 'bootstrap']).nullable(),
}
const groupFigures = z.object({ n: count, before: percent.nullable(), after: percent.nullable(), ...interval })

const effectRow = z.object({
  /** Null: all points together. */
  knowledgeId: id.nullable(),
  name: z.string(),
  trained: groupFigures,
  /** Those who sat both and were not trained. */
  untrained: groupFigures,
  /** How much more the trained gained; nothing where one of the groups is too small. */
  more: z.object(interval),
  verdict: z.enum(['better', 'worse', 'unclear', 'tooFew', 'nobody']),
  text: z.string(),
})
export type EffectRow = z.input<typeof effectRow>

const effect = z.object({
  asOf: instant,
  examName: z.string(),
  afterExamName: z.string().nullable(),
  peopleCount: count,
  completedCount: count,
  /** Of the trained: with an official result of both exams. */
  bothCount: count,
  untrainedCount: count,
  rows: z.array(effectRow),
  /** How the figures are to be read. */
  notes: z.array(z.string()),
})
export type Effect = z.input<typeof effect>

export const loop = {
  /** Exams that a project can be made of: over for everybody, the newest first. */
  exams: endpoint({
    path: `${base}/exams`,
    summary: '可生成补强培训的考试',
    access: makers,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ name: text(100, '名称').optional() }),
    output: pageOf(named.extend({ closeTime: instant.nullable(), resultCount: count })),
    errors: [loopErrors.notAllowed],
  }),
  weakPoints: endpoint({
    path: `${base}/weakPoints`,
    summary: '考试的薄弱知识点',
    access: makers,
    audit: 'read',
    scope: 'department',
    atOnce: 3,
    input: z.object({ examId: id }),
    output: z.object({
      examName: z.string(),
      peopleCount: count,
      itemCount: count,
      /** Questions that carry no point at all. */
      unlinkedItemCount: count,
      /** The weakest first. */
      points: z.array(pointRow),
    }),
    errors: [loopErrors.notAllowed, loopErrors.examNotOver],
  }),
  /** People with an official result, those with the lowest share of the points first. */
  people: endpoint({
    path: `${base}/people`,
    summary: '各人在所选知识点上的得分率',
    access: makers,
    audit: 'read',
    scope: 'department',
    atOnce: 3,
    input: pageQuery.extend({
      examId: id,
      knowledgeIds,
      keyWords: text(50, '关键字').optional(),
      belowPercent: z.coerce.number().min(1).max(100).optional(),
    }),
    output: pageOf(personRow),
    errors: [loopErrors.notAllowed, loopErrors.examNotOver],
  }),
  propose: endpoint({
    path: `${base}/propose`,
    summary: '补强培训方案',
    access: makers,
    audit: 'read',
    scope: 'department',
    atOnce: 3,
    input: z.object({ ...wish, seed: seed.optional() }),
    output: proposal,
    errors: [loopErrors.notAllowed, loopErrors.examNotOver, loopErrors.nobody],
  }),
  /** A draft project with drafts of a practice and an exam; all of it can be changed before it goes on the shelf. */
  create: endpoint({
    path: `${base}/create`,
    summary: '生成补强培训项目',
    access: rights.add,
    audit: { action: 'create', target: 'trainingLoop' },
    scope: 'department',
    atOnce: 3,
    input: z
      .object({
        ...wish,
        seed,
        name: requiredText(100, '项目名称'),
        beginTime: instantInput.nullish(),
        endTime: instantInput.nullish(),
        courseIds: z.array(id).max(100, '最多选择 100 门课程').default([]),
        hasPractice: z.boolean().default(true),
        /** Null: without a parallel exam. */
        exam: z
          .object({
            name: requiredText(100, '考试名称'),
            beginTime: instantInput,
            endTime: instantInput,
            /** Minutes; nothing: as the exam before. */
            duration: z.int('考试时长须为整数分钟').min(1, '考试时长至少 1 分钟').max(10_080, '考试时长不能超过 7 天').nullish(),
          })
          .refine(({ beginTime, endTime }) => endTime > beginTime, { path: ['endTime'], error: '结束时间必须晚于开始时间' })
          .nullable(),
      })
      .refine(({ beginTime, endTime }) => !beginTime || !endTime || endTime > beginTime, {
        path: ['endTime'],
        error: '结束时间必须晚于开始时间',
      }),
    output: z.object({ projectId: id, practiceId: id.nullable(), examId: id.nullable() }),
    errors: [
      loopErrors.notAllowed,
      loopErrors.examNotOver,
      loopErrors.nobody,
      loopErrors.paperShort,
      loopErrors.nothingChosen,
      loopErrors.outdated,
    ],
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '项目的补强来源',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ projectId: id }),
    output: z.object({
      /** Null: it was not made from an exam. */
      loop: z
        .object({
          version: count,
          exam: named,
          /** The exam that shows the effect, in the meantime a draft perhaps. */
          afterExam: named.nullable(),
          points: z.array(named),
          /** Whom it was made for, within the caller's data scope. */
          peopleCount: count,
          isChosenByScore: z.boolean(),
          createTime: instant,
        })
        .nullable(),
    }),
  }),
  /** Another exam shows the effect: where no parallel paper could be made at first, or it was replaced. */
  setAfterExam: endpoint({
    path: `${base}/setAfterExam`,
    summary: '指定检验考试',
    access: rights.edit,
    audit: { action: 'update', target: 'trainingLoop' },
    input: z.object({ projectId: id, version: rowVersion, examId: id }),
    errors: [loopErrors.notLoop, loopErrors.notAllowed, loopErrors.examRefused],
  }),
  effect: endpoint({
    path: `${base}/effect`,
    summary: '培训效果',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    atOnce: 3,
    input: z.object({ projectId: id }),
    output: effect,
    errors: [loopErrors.notLoop],
  }),
  exportEffect: endpoint({
    path: `${base}/exportEffect`,
    summary: '导出培训效果',
    access: rights.export,
    audit: { action: 'export', target: 'trainingLoop' },
    scope: 'department',
    atOnce: 3,
    download: true,
    input: z.object({ projectId: id }),
    errors: [loopErrors.notLoop],
  }),
}
