import type { Readable } from 'node:stream'
import { type TemplateRow, writeTemplate } from '../server/importing/template.ts'
import { choiceRows } from './choices.ts'
import { writtenRows } from './written.ts'

/** Some sixty questions of workplace training, of all types that a machine or a person can score: written for this product. */
export const sampleQuestions: readonly TemplateRow[] = [...choiceRows, ...writtenRows].map((row, index) => ({
  ...row,
  idNumber: `SAMPLE-${String(index + 1).padStart(3, '0')}`,
}))

/** The sample as a workbook in the import template's own form. */
export function writeSampleWorkbook(): Readable {
  return writeTemplate(sampleQuestions)
}
