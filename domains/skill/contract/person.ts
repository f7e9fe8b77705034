/** One person: levels with their evidence, fit, gaps and recommended courses; a superior's verdict; what somebody contests; projects that close gaps. */
import { endpoint, id, instant, instantInput, pageOf, pageQuery, protocolErrors, requiredText, tickFlag } from '@kaopei/contract'
import { z } from 'zod'
import { contestState, verdicts } from './codes.ts'
import { evidenceErrors, planErrors, postModelErrors, skillErrors } from './errors.ts'
import { evidenceFacts } from './evidence-facts.ts'
import { courseByPerson, postByPerson, skillByPerson, skillMenu } from './menus.ts'

const { rights } = skillMenu
const base = '/api/v1/evaluation/person'
/** Whoever has one of these may open a person; the scope is that of the first they have. */
export const personReaders = [
  skillByPerson.rights.view,
  postByPerson.rights.view,
  courseByPerson.rights.view,
  rights.judge,
  rights.plan,
]

const count = z.int()
const percent = z.number().nullable()

/** Pieces of one skill that a page shows. */
export const piecesOfPage = 50

const piece = z.object({
  id,
  class: count,
  level: count.nullable(),
  sourceKind: z.string(),
  sourceId: id,
  title: z.string(),
  facts: evidenceFacts,
  at: instant,
  expiresAt: instant.nullable(),
  /** What it counts for. */
  part: z.enum(['decides', 'older', 'weaker', 'exposure', 'expired', 'withdrawn']),
  withdrawnReason: z.string().nullable(),
  byName: z.string().nullable(),
})
export type EvidencePiece = z.output<typeof piece>

const shownSkill = z.object({
  skillId: id,
  name: z.string(),
  level: count.nullable(),
  levelName: z.string().nullable(),
  behaviour: z.string().nullable(),
  class: count.nullable(),
  at: instant.nullable(),
  expiresAt: instant.nullable(),
  isLearnt: z.boolean(),
  isContested: z.boolean(),
  /** The newest of them, as many as a page of `evidence` has, and the one that decides. */
  evidence: z.array(piece),
  evidenceCount: count,
})
export type ShownSkill = z.output<typeof shownSkill>

const shownPost = z.object({
  postId: id,
  postName: z.string(),
  /** Of the model. */
  number: count,
  fit: percent,
  share: percent,
  cautious: percent,
  verdict: z.enum(verdicts),
  demands: z.array(
    z.object({
      skillId: id,
      skillName: z.string(),
      requiredLevel: count,
      weight: count,
      isKey: z.boolean(),
      level: count.nullable(),
      isTested: z.boolean(),
    }),
  ),
  courses: z.array(z.object({ id, name: z.string(), hours: z.number(), reason: z.string() })),
  left: z.array(z.string()),
})
export type ShownPost = z.output<typeof shownPost>

const person = z.object({
  asOf: instant,
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  skills: z.array(shownSkill),
  /** Null: no post, or a post without a model. */
  post: shownPost.nullable(),
})
export type PersonSkills = z.output<typeof person>

const contest = z.object({
  id,
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  skillId: id,
  skillName: z.string(),
  level: count.nullable(),
  content: z.string(),
  state: contestState.schema,
  answer: z.string(),
  answeredByName: z.string().nullable(),
  createdAt: instant,
  answeredAt: instant.nullable(),
})
export type ContestRow = z.output<typeof contest>

export const personSkill = {
  get: endpoint({
    path: `${base}/get`,
    summary: '一名员工的技能',
    access: personReaders,
    audit: 'read',
    scope: 'department',
    /** Against another post than their own. */
    input: z.object({ staffId: id, postId: id.optional() }),
    output: person,
    errors: [evidenceErrors.outOfScope],
  }),
  /** What a level stands on, page by page, the newest first. */
  evidence: endpoint({
    path: `${base}/evidence`,
    summary: '一项技能的证据',
    access: personReaders,
    audit: 'read',
    scope: 'department',
    input: z.object({ staffId: id, skillId: id, pageIndex: pageQuery.shape.pageIndex }),
    output: pageOf(piece),
    errors: [evidenceErrors.outOfScope],
  }),
  /** The same page as a PDF, in the download centre when it is made. */
  download: endpoint({
    path: `${base}/downloadProfile`,
    summary: '下载员工技能',
    access: skillByPerson.rights.export,
    audit: { action: 'export', target: 'staff-skill' },
    scope: 'department',
    input: z.object({ staffId: id }),
    output: z.object({ jobId: id }),
    errors: [evidenceErrors.outOfScope],
  }),
  /** A superior's verdict, valid for 12 months; a later one goes before it. */
  judge: endpoint({
    path: `${base}/judge`,
    summary: '上级评定',
    access: rights.judge,
    audit: { action: 'judge', target: 'staff-skill' },
    scope: 'department',
    input: z.object({
      staffId: id,
      skillId: id,
      level: z.int('请选择级别').min(1, '请选择级别').max(5, '请选择级别'),
      note: requiredText(500, '评定依据'),
    }),
    errors: [evidenceErrors.outOfScope, evidenceErrors.ownVerdict, skillErrors.notUsable],
  }),
  withdraw: endpoint({
    path: `${base}/withdraw`,
    summary: '撤回上级评定',
    access: rights.judge,
    audit: { action: 'withdraw', target: 'staff-skill' },
    scope: 'department',
    input: z.object({ evidenceId: id, reason: requiredText(200, '撤回原因') }),
    errors: [evidenceErrors.outOfScope, evidenceErrors.notVerdict, evidenceErrors.ownVerdict, protocolErrors.notFound],
  }),
  contests: endpoint({
    path: `${base}/contests`,
    summary: '技能异议',
    access: rights.judge,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ state: z.coerce.number().pipe(contestState.schema).optional() }),
    output: pageOf(contest),
  }),
  answer: endpoint({
    path: `${base}/answer`,
    summary: '处理技能异议',
    access: rights.judge,
    audit: { action: 'answer', target: 'skill-contest' },
    scope: 'department',
    input: z.object({ id, isAgreed: tickFlag, answer: requiredText(500, '处理说明') }),
    errors: [evidenceErrors.outOfScope, evidenceErrors.answered, evidenceErrors.ownVerdict, protocolErrors.notFound],
  }),
}

const who = z.union([
  z.object({ staffIds: z.array(id).min(1, '请至少选择一人').max(2000, '一次最多 2000 人') }),
  /** With everybody below it, unless told otherwise; of a post those alone who have it. */
  z.object({ departmentId: id, isDirect: tickFlag.optional(), postId: id.optional() }),
  /** Everybody of the post. */
  z.object({ postId: id }),
])

export const skillPlan = {
  /** What a project could be made of. */
  propose: endpoint({
    path: '/api/v1/evaluation/plan/propose',
    summary: '差距培训方案',
    access: rights.plan,
    audit: 'read',
    scope: 'department',
    atOnce: 2,
    input: z.object({ who, postId: id }),
    output: z.object({
      postName: z.string(),
      peopleCount: count,
      gapPeopleCount: count,
      courses: z.array(z.object({ id, name: z.string(), hours: z.number(), peopleCount: count, reason: z.string() })),
      left: z.array(z.string()),
      /** Exams that measured these people in these skills, the latest first: a parallel test can follow them. */
      exams: z.array(z.object({ id, name: z.string(), peopleCount: count })),
    }),
    errors: [postModelErrors.noModel, planErrors.nobody, planErrors.tooMany],
  }),
  create: endpoint({
    path: '/api/v1/evaluation/plan/create',
    summary: '生成培训项目',
    access: rights.plan,
    audit: { action: 'create', target: 'skill-plan' },
    scope: 'department',
    atOnce: 2,
    input: z.object({
      who,
      postId: id,
      name: requiredText(90, '项目名称'),
      courseIds: z.array(id).min(1, '请至少选择一门课程').max(50, '最多选择 50 门课程'),
      /** Null: without a parallel test. */
      test: z
        .object({ examId: id, beginTime: instantInput, endTime: instantInput })
        .refine(({ beginTime, endTime }) => endTime > beginTime, { path: ['endTime'], error: '结束时间必须晚于开始时间' })
        .nullable(),
    }),
    output: z.object({ projectId: id, examId: id.nullable() }),
    errors: [
      postModelErrors.noModel,
      planErrors.nobody,
      planErrors.tooMany,
      planErrors.noGaps,
      planErrors.notAllowed,
      planErrors.noExam,
    ],
  }),
  list: endpoint({
    path: '/api/v1/evaluation/plan/list',
    summary: '差距培训项目',
    access: rights.plan,
    audit: 'read',
    scope: 'department',
    input: pageQuery,
    output: pageOf(
      z.object({ projectId: id, name: z.string(), postName: z.string().nullable(), peopleCount: count, createdAt: instant }),
    ),
  }),
  /** Gaps before and after, skill by skill. */
  effect: endpoint({
    path: '/api/v1/evaluation/plan/effect',
    summary: '差距培训效果',
    access: rights.plan,
    audit: 'read',
    scope: 'department',
    input: z.object({ projectId: id }),
    output: z.object({
      asOf: instant,
      name: z.string(),
      peopleCount: count,
      /** Null where fewer than five people are shown to somebody who may not open each of them. */
      rows: z
        .array(
          z.object({
            skillId: id,
            skillName: z.string(),
            requiredLevel: count,
            /** People measured before and again since: both figures are of them. */
            bothCount: count,
            before: z.number().nullable(),
            after: z.number().nullable(),
          }),
        )
        .nullable(),
      notes: z.array(z.string()),
    }),
    errors: [protocolErrors.notFound],
  }),
}

export const ownSkill = {
  get: endpoint({
    path: '/api/v1/evaluation/own/skills',
    summary: '我的技能',
    access: 'signedIn',
    audit: 'read',
    output: person,
  }),
  evidence: endpoint({
    path: '/api/v1/evaluation/own/evidence',
    summary: '我的一项技能的证据',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ skillId: id, pageIndex: pageQuery.shape.pageIndex }),
    output: pageOf(piece),
  }),
  contest: endpoint({
    path: '/api/v1/evaluation/own/contest',
    summary: '对技能提出异议',
    access: 'signedIn',
    audit: { action: 'contest', target: 'staff-skill' },
    input: z.object({ skillId: id, content: requiredText(500, '异议内容') }),
    errors: [evidenceErrors.alreadyContested, protocolErrors.notFound],
  }),
  contests: endpoint({
    path: '/api/v1/evaluation/own/contests',
    summary: '我的技能异议',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery,
    output: pageOf(contest),
  }),
}
