/** What came of a questionnaire. Of an anonymous one nothing below five answers is shown, and no filter gets around that. */
import { dateInput, endpoint, id, instant, pageOf, pageQuery, text } from '@kaopei/contract'
import { exportOutput } from '@kaopei/jobs/contract/export-output'
import { z } from 'zod'
import { answers } from './answers.ts'
import { sheetState } from './codes.ts'
import { partId } from './condition.ts'
import { definition } from './definition.ts'
import { resultErrors } from './errors.ts'
import { questionnaireMenu } from './menus.ts'

const { rights } = questionnaireMenu
const base = '/api/v1/questionary'

/** Fewer sheets than this say nothing of an anonymous questionnaire. */
export const fewest = 5

const questionPlace = z.object({ question: partId, row: partId.optional() })

/** Sheets that meet all of these. */
export const sheetFilter = {
  answered: z
    .array(questionPlace.extend({ options: z.array(partId).min(1, '请选择选项').max(200) }))
    .max(10, '最多 10 个条件')
    .default([]),
  /** With everything below them, as the person stood when they answered. */
  departmentIds: z.array(id).max(100, '最多 100 个部门').default([]),
  /** Days of the company's clocks, both included. */
  startDate: dateInput.optional(),
  endDate: dateInput.optional(),
}
export type SheetFilter = z.output<z.ZodObject<typeof sheetFilter>>

/** The same, and the words and state of the list of sheets. */
export const exportFilter = {
  ...sheetFilter,
  keyWords: text(50, '姓名').optional(),
  state: z.coerce.number().pipe(sheetState.schema).optional(),
}
export type ExportFilter = z.output<z.ZodObject<typeof exportFilter>>

/** Null where it is hidden: fewer than five, or the next smallest where a total would tell. */
const cell = z.object({ id: partId, text: z.string(), count: z.int().nullable(), percent: z.number().nullable() })
export type Cell = z.output<typeof cell>

const measure = z.object({
  mean: z.number(),
  /** Of the answers as they are (divided by n); null where it would tell what hidden cells hold. */
  deviation: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
})

const figure = z.object({
  elementId: partId,
  kind: z.string(),
  title: z.string(),
  /** Who saw the question: what percents of options are of. Null: hidden. */
  seenCount: z.int().nullable(),
  answeredCount: z.int().nullable(),
  /** Too few to say anything. */
  isHidden: z.boolean(),
  /** Options, or the steps of a scale. */
  cells: z.array(cell).default([]),
  measure: measure.nullable().default(null),
  /** −100 … 100 over those who answered; how many are of each kind. */
  nps: z
    .object({
      score: z.number(),
      promoters: z.int().nullable(),
      passives: z.int().nullable(),
      detractors: z.int().nullable(),
    })
    .nullable()
    .default(null),
  /** Of a matrix. */
  rows: z
    .array(
      z.object({
        id: partId,
        text: z.string(),
        answeredCount: z.int().nullable(),
        cells: z.array(cell),
        measure: measure.nullable(),
      }),
    )
    .default([]),
  /** Of a ranking: mean place of each option (1 is first) over those who placed it. */
  places: z
    .array(z.object({ id: partId, text: z.string(), meanPlace: z.number().nullable(), count: z.int().nullable() }))
    .default([]),
})
export type Figure = z.output<typeof figure>
export type FigureInput = z.input<typeof figure>

const statisticsOutput = z.object({
  /** Sheets that count and meet the filter; null: too few. */
  sheetCount: z.int().nullable(),
  screenedOutCount: z.int().nullable(),
  /** Who takes part; of an anonymous one whoever got a ticket, whether their sheet has come or not. Of a named one the people of the data scope. */
  answeredCount: z.int(),
  receivedCount: z.int(),
  /** Whoever is asked now or has answered. Null: whoever has the link, or an anonymous one within a scope, whose sheets nobody can tell apart. */
  invitedCount: z.int().nullable(),
  /** Of an anonymous one: handed in, and not among the results yet; those that the server's secret does not open are apart. */
  waitingCount: z.int(),
  unopenedCount: z.int(),
  isTooFew: z.boolean(),
  /** Filters and cross-tables may be asked for. */
  mayFilter: z.boolean(),
  figures: z.array(figure),
})

const side = z.object({ key: z.string(), label: z.string(), total: z.int().nullable() })
const tableSide = z.union([questionPlace, z.object({ by: z.literal('department') })])
export type TableSide = z.output<typeof tableSide>

const sheetRow = z.object({
  id,
  staffId: id.nullable(),
  name: z.string().nullable(),
  department: z.string().nullable(),
  state: sheetState.schema,
  entry: z.enum(['account', 'link']),
  submittedAt: instant.nullable(),
  submittedOn: z.string(),
})

const refusals = [resultErrors.filterWhileOpen, resultErrors.tooClose, resultErrors.personHidden] as const

export const questionnaireResults = {
  statistics: endpoint({
    path: `${base}/statistics`,
    summary: '问卷统计',
    access: rights.results,
    audit: 'ownTrail',
    isRepeatable: true,
    scope: 'department',
    input: z.object({ id, ...sheetFilter }),
    output: statisticsOutput,
    errors: refusals,
  }),
  crossTable: endpoint({
    path: `${base}/crossTable`,
    summary: '问卷交叉分析',
    access: rights.results,
    audit: 'ownTrail',
    isRepeatable: true,
    scope: 'department',
    input: z.object({ id, rows: tableSide, columns: questionPlace, ...sheetFilter }),
    output: z.object({
      total: z.int().nullable(),
      rows: z.array(side),
      columns: z.array(side),
      /** By row, then column; null where hidden. Of multiple choice somebody stands in several. */
      counts: z.array(z.array(z.int().nullable())),
    }),
    errors: [...refusals, resultErrors.tooFew, resultErrors.notTable],
  }),
  /** Single sheets; never of an anonymous one. */
  answers: endpoint({
    path: `${base}/answers`,
    summary: '答卷列表',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      id,
      keyWords: text(50, '姓名').optional(),
      departmentId: id.optional(),
      state: z.coerce.number().pipe(sheetState.schema).optional(),
    }),
    output: pageOf(sheetRow),
    errors: [resultErrors.sheetsHidden],
  }),
  answer: endpoint({
    path: `${base}/answer`,
    summary: '单份答卷',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: z.object({ id, sheetId: id }),
    output: sheetRow.extend({
      definition,
      answers,
      /** Addresses of files handed in and of pictures, by file. */
      fileUrls: z.record(z.string(), z.string()),
    }),
    errors: [resultErrors.sheetsHidden],
  }),
  /** What was written: of texts, and of options that take one. Of an anonymous one in no order that says anything. */
  texts: endpoint({
    path: `${base}/texts`,
    summary: '问卷文字答案',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ id, question: partId, keyWords: text(50, '关键字').optional() }),
    output: pageOf(z.object({ key: z.string(), text: z.string(), staffName: z.string().nullable() })),
    errors: [resultErrors.tooFew, resultErrors.notText, resultErrors.filterWhileOpen],
  }),
  export: endpoint({
    path: `${base}/export`,
    summary: '导出问卷答卷',
    access: rights.export,
    audit: { action: 'export', target: 'questionnaire' },
    scope: 'department',
    input: z.object({
      id,
      /** Codes (1, 2, 3 …) instead of the options' words. */
      isCoded: z.boolean().default(false),
      /** Of named ones; an anonymous one comes whole. */
      ...exportFilter,
      ...exportOutput.shape,
    }),
    output: z.object({ jobId: id }),
    errors: [resultErrors.tooFew, resultErrors.exportWhole, resultErrors.noneFound],
  }),
}
