/** The rules step: the practice's own questions and drawing rules. */
import { endpoint, id, rowVersion } from '@kaopei/contract'
import { paperErrors } from '@kaopei/paper/contract/errors'
import { drawCheck, drawCheckInput, paperEntries, paperExample, paperParts } from '@kaopei/paper/contract/paper'
import { z } from 'zod'
import { practiceErrors } from './errors.ts'
import { practiceManage } from './menus.ts'
import { base, practiceManagers, practiceSave } from './practice.ts'

const { rights } = practiceManage
const paper = paperParts.extend({ version: z.number().int() })
const preview = paperExample.extend({ name: z.string(), information: z.string() })

export const practicePaper = {
  list: endpoint({
    path: `${base}/listPracticeQuestion`,
    summary: '练习的试题与抽题规则',
    access: rights.view,
    audit: 'read',
    input: z.object({ practiceId: id }),
    output: paper,
  }),
  /** Replaces the whole selection, and the exams whose papers it takes where they are given: all of it, or nothing. */
  save: endpoint({
    path: `${base}/savePaper`,
    summary: '保存练习的全部试题、抽题规则与来源考试',
    access: practiceManagers,
    audit: { action: 'update', target: 'practicePaper' },
    input: z.object({
      practiceId: id,
      version: rowVersion,
      questions: paperEntries,
      examinationList: practiceSave.shape.examinationList,
    }),
    output: paper,
    errors: [practiceErrors.frozen, practiceErrors.examRefused, paperErrors.sameQuestionTwice, paperErrors.unknownQuestion],
  }),
  /** The proof that the rules can be met together, for rules that need not be saved yet. */
  checkDraw: endpoint({
    path: `${base}/checkDraw`,
    summary: '检查抽题规则能否满足',
    access: rights.view,
    atOnce: 3,
    audit: 'read',
    input: drawCheckInput,
    output: drawCheck,
  }),
  /** One round as somebody might get it: /examPaperPreview with `type=2`. */
  examplePaper: endpoint({
    path: `${base}/examplePaper`,
    summary: '预览练习',
    access: rights.view,
    atOnce: 3,
    audit: 'read',
    input: z.object({ practiceId: id }),
    output: preview,
  }),
}
export type PracticePreview = z.output<typeof preview>
