/** Import of questions from .xlsx, .xls and CSV: template or any table with a mapping of its columns. */

import { endpoint, id, scoreInput } from '@kaopei/contract'
import { jobState } from '@kaopei/jobs/contract/download'
import { z } from 'zod'
import { difficulty, questionTypeSchema } from './codes.ts'
import { questionImportErrors } from './errors.ts'
import { questionMenu } from './menus.ts'

/** What a column may hold; the labels are the headings of the template. */
export const importFieldLabels = {
  idNumber: '题目标识',
  parentIdNumber: '父题标识',
  childScore: '子题分值',
  childOrder: '子题顺序',
  type: '题型',
  title: '标题',
  stem: '题干',
  optionA: '选项A',
  optionB: '选项B',
  optionC: '选项C',
  optionD: '选项D',
  optionE: '选项E',
  optionF: '选项F',
  optionG: '选项G',
  optionH: '选项H',
  answer: '正确答案',
  analysis: '解析',
  course: '课程',
  knowledgePoints: '知识点',
  tags: '标签',
  difficulty: '难度',
  score: '分值',
  shuffleOptions: '允许选项随机',
  scoringMode: '评分方式',
} as const
export type ImportField = keyof typeof importFieldLabels

export const importFields = [
  'idNumber',
  'parentIdNumber',
  'childScore',
  'childOrder',
  'type',
  'title',
  'stem',
  'optionA',
  'optionB',
  'optionC',
  'optionD',
  'optionE',
  'optionF',
  'optionG',
  'optionH',
  'answer',
  'analysis',
  'course',
  'knowledgePoints',
  'tags',
  'difficulty',
  'score',
  'shuffleOptions',
  'scoringMode',
] as const satisfies readonly ImportField[]

/** `columns[i]` is what column i means, null: ignored. The header's row number counts as the spreadsheet program shows it. */
export const importMapping = z.object({
  headerRow: z.int().min(0).max(50),
  columns: z.array(z.enum(importFields).nullable()).min(1).max(100),
})
export type ImportMapping = z.output<typeof importMapping>

/** For what the file leaves open. `type` null: worked out from the answer (one letter: single choice, several: multiple choice). */
export const importDefaults = z.object({
  type: questionTypeSchema.nullable().default(null),
  difficulty: difficulty.schema.default(2),
  score: scoreInput.default(200),
  knowledgePointIds: z.array(id).max(20).default([]),
})
export type ImportDefaults = z.output<typeof importDefaults>

const importSource = z.object({
  fileId: id,
  bankId: id,
  /** Absent: the file's header is read as the template's or guessed. */
  mapping: importMapping.nullish(),
  defaults: importDefaults.default({ type: null, difficulty: 2, score: 200, knowledgePointIds: [] }),
})

/**
 * new: written (to be written); same: exists unchanged, left alone; conflict: the same 题目标识 with other content, or the same words with
 * another answer; error: rows with faults. They add up to the rows of the file.
 */
export const importCounts = z.object({
  total: z.number().int(),
  new: z.number().int(),
  same: z.number().int(),
  conflict: z.number().int(),
  error: z.number().int(),
})

const rowReport = z.object({ rowNumber: z.number().int(), kind: z.enum(['conflict', 'error']), messages: z.array(z.string()) })

/** The `result` of the background job, both of a check and of an import. */
export const importResult = importCounts.extend({
  isImported: z.boolean(),
  /** Conflicts that were overwritten, on demand. */
  overwritten: z.number().int(),
  /** Conflicts that may be overwritten: those of the same type of question. */
  overwritable: z.number().int().default(0),
  /** The first rows with faults or conflicts; all of them are in the failure workbook. */
  rows: z.array(rowReport),
  /** The workbook of failed rows: 失败原因 before the original columns; it can be repaired and imported again. */
  failedFileId: id.nullable(),
})
export type ImportResult = z.output<typeof importResult>

export const mostImportRows = 50_000
/** Rows of `importResult.rows`. */
export const mostReportedRows = 1_000

const started = z.object({ jobId: id })

export const questionImport = {
  template: endpoint({
    path: '/api/v1/exam/question/import/template',
    summary: '下载试题导入模板',
    method: 'GET',
    access: questionMenu.rights.import,
    audit: 'read',
    download: true,
  }),
  inspect: endpoint({
    path: '/api/v1/exam/question/import/inspect',
    summary: '读取表头、样例并建议列的含义',
    access: questionMenu.rights.import,
    audit: 'read',
    input: z.object({ fileId: id }),
    output: z.object({
      fileName: z.string(),
      format: z.enum(['xlsx', 'xls', 'csv']),
      sheetName: z.string(),
      hiddenSheets: z.array(z.string()),
      /** The file is our template: no mapping step is needed. */
      isTemplate: z.boolean(),
      header: z.array(z.string()),
      samples: z.array(z.array(z.string())),
      mapping: importMapping,
      /** What a person should know before going on (merged header cells, an old template). */
      warnings: z.array(z.string()),
    }),
    errors: [questionImportErrors.unreadable],
  }),
  /** Reads everything, writes nothing. The job's result is an `importResult`. */
  check: endpoint({
    path: '/api/v1/exam/question/import/check',
    summary: '检查试题文件',
    access: questionMenu.rights.import,
    audit: 'ownTrail',
    input: importSource,
    output: started,
    errors: [questionImportErrors.unreadable, questionImportErrors.wrongTemplate, questionImportErrors.mappingIncomplete],
  }),
  run: endpoint({
    path: '/api/v1/exam/question/import/run',
    summary: '导入试题',
    access: questionMenu.rights.import,
    audit: { action: 'import', target: 'question' },
    input: importSource.extend({
      conflicts: z.enum(['skip', 'overwrite']).default('skip'),
      /** True: one faulty row keeps the whole file out. False: the sound rows are imported, the others are in the failure workbook. */
      isAllOrNothing: z.boolean().default(false),
    }),
    output: started,
    errors: [questionImportErrors.unreadable, questionImportErrors.wrongTemplate, questionImportErrors.mappingIncomplete],
  }),
  result: endpoint({
    path: '/api/v1/exam/question/import/result',
    summary: '检查或导入的进度与结果',
    access: questionMenu.rights.import,
    audit: 'read',
    input: z.object({ jobId: id }),
    output: z.object({
      state: jobState.schema,
      doneCount: z.number().int(),
      totalCount: z.number().int().nullable(),
      message: z.string(),
      result: importResult.nullable(),
      /** A link to the workbook of failed rows that expires. */
      failedUrl: z.string().nullable(),
    }),
  }),
}
