import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, endpoint } from '@kaopei/contract'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { implement, type Module } from '@kaopei/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { modulesOf } from '../modules.ts'
import { fieldReads } from './field-reads.ts'
import { storedFields } from './stored-fields.ts'

// A setting counts when something obeys it. Every field that a call keeps has a reader, or is named here with where it is read, or why it is refused.

const root = join(import.meta.dirname, '..', '..', '..')

const selection = 'domains/org/server/staff/selected.ts'
const found = 'domains/org/server/staff/list.service.ts'
const scoring = 'domains/question/contract/score-choices.ts'
const recorded = 'domains/proctoring/server/pieces/wanted.ts'
const safeBrowser = 'domains/exam/server/rules/safe-config.ts'
const programming = 'domains/exam/server/rules/publish-checks.ts'
const placing = 'domains/certificate/contract/lay-out.ts'
const sheetRules = 'domains/questionnaire/contract/rules'

/** Fields whose reader is in another room, or that are refused: where. The file must name the field, or for a refusal say so. */
const readElsewhere: Readonly<Record<string, { readonly file: string; readonly says?: string }>> = {
  // What pickers answer is the org room's to turn into people.
  filters: { file: selection },
  exceptIds: { file: selection },
  postIds: { file: found },
  rankIds: { file: found },
  labelIds: { file: found },
  entryDateStart: { file: found },
  entryDateEnd: { file: found },
  // Scores are reckoned where the rule is declared, for server and statistics alike.
  'question.penaltyHundredths': { file: scoring },
  'question.eachHundredths': { file: scoring },
  'question.partialHundredths': { file: scoring },
  // Nothing runs programs yet: no paper with such a question is published.
  'question.timeLimitMs': { file: programming, says: 'checkProgramming' },
  'question.memoryLimitMb': { file: programming, says: 'checkProgramming' },
  'question.input': { file: programming, says: 'checkProgramming' },
  // Written into the configuration that Safe Exam Browser obeys.
  'exam.allowQuit': { file: safeBrowser },
  'exam.allowSpellCheck': { file: safeBrowser },
  'exam.allowWlan': { file: safeBrowser },
  'exam.allowVirtualMachine': { file: safeBrowser },
  // What the candidate's client is asked for.
  'exam.permitScreenPhoto': { file: recorded },
  'exam.permitCamera': { file: recorded },
  'exam.permitFaceRecord': { file: recorded },
  'exam.permitSecondView': { file: recorded },
  'exam.permitScreenRecord': { file: recorded },
  // A file is found by its address as by its number, by the room that has it.
  'org.fileUrl': { file: 'domains/files/server/upload/own-upload.ts' },
  'venue.fileUrl': { file: 'domains/files/server/upload/own-upload.ts' },
  'exam.fileUrl': { file: 'domains/files/server/upload/own-upload.ts' },
  // Read by the room that they are for.
  'exam.reviewQuestionType': { file: 'domains/marking/console/test-marking.list.tsx' },
  'exam.anonymousFlag': { file: 'domains/marking/server/entry.service.ts' },
  'exam.maxDevices': { file: 'domains/marking/server/quick-marking.handlers.ts' },
  'exam.requirement': { file: 'domains/collect/server/collection.service.ts' },
  // What is visible and what is wrong with a sheet is computed by one rule for browser and server.
  'questionnaire.showIf': { file: `${sheetRules}/compiled.ts` },
  'questionnaire.jumps': { file: `${sheetRules}/compiled.ts` },
  'questionnaire.isExclusive': { file: `${sheetRules}/fitted.ts` },
  'questionnaire.isFixed': { file: `${sheetRules}/order-for.ts` },
  'questionnaire.minLength': { file: `${sheetRules}/problems-of.ts` },
  'questionnaire.maxLength': { file: `${sheetRules}/problems-of.ts` },
  'questionnaire.decimals': { file: `${sheetRules}/problems-of.ts` },
  'questionnaire.mostFiles': { file: `${sheetRules}/problems-of.ts` },
  'questionnaire.unit': { file: `${sheetRules}/piping.ts` },
  // By the rules that learners and organisers share, and by the ladder that courses have too.
  'training.dueAfterDays': { file: 'domains/training/contract/outline.ts' },
  'training.onlyOwing': { file: 'domains/training/server/notices/judge.sql.ts' },
  'course.isAtDue': { file: 'domains/course/contract/reminder-rules.ts' },
  'training.isAtDue': { file: 'domains/course/contract/reminder-rules.ts' },
  // By the rule that places what is drawn, for the designer, the check and the PDF alike.
  'certificate.sizePt': { file: placing },
  'certificate.isBold': { file: placing },
  'certificate.align': { file: placing },
  'certificate.vertical': { file: placing },
  'certificate.lineHeight': { file: placing },
  'certificate.spacingPt': { file: placing },
  'certificate.strokeMm': { file: placing },
  'certificate.departmentIds': { file: selection },
  // By the rule that the editor of seats and the server share.
  'venue.firstRow': { file: 'domains/venue/contract/rules/layout.ts' },
  'venue.dx': { file: 'domains/venue/contract/rules/layout.ts' },
  'venue.dy': { file: 'domains/venue/contract/rules/layout.ts' },
  // People of a group are found as people are found everywhere.
  'usergroup.keyWords': { file: found },
  'evaluation.departmentIds': { file: 'domains/org/server/staff/selected.ts' },
  'tenant.examQuota': { file: 'domains/platform/server/ledger.sql.ts' },
  'tenant.measurementQuota': { file: 'domains/platform/server/ledger.sql.ts' },
}

/** Rooms that are floors of one house: what one keeps the others read. */
const floors: Readonly<Record<string, readonly string[]>> = { exam: ['paper', 'sitting', 'result'] }

const modules = modulesOf(loadPasswordKeys({ dataDir: tmpdir() }))

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** By the folder whose contract spells the path. */
const contracts = globSync('domains/*/contract/**/*.ts', { cwd: root }).map((file) => ({
  room: file.split('/')[1] ?? '',
  source: readFileSync(join(root, file), 'utf8'),
}))
/** The contract that spells the path, or whose template ends as it does. */
function roomOfPath(path: string): string | undefined {
  const exact = contracts.find(({ source }) => source.includes(`'${path}'`))
  const [last = '', before = ''] = path.split('/').toReversed()
  const ends = ({ source }: { source: string }) => source.includes(`/${last}\``) && source.includes(`/${before}`)
  return (exact ?? contracts.find(ends))?.room
}

const reads = fieldReads()

/** Fields of these modules that nothing reads. */
function orphansOf(given: readonly Module[], roomOf: (endpoint: Endpoint) => string | undefined): string[] {
  const orphans = storedFields(given, roomOf).filter(({ room, name, kind }) => {
    if (`${room}.${name}` in readElsewhere || name in readElsewhere) return false
    const names = kind === 'switch' ? reads.used : reads.read
    return ![room, ...(floors[room] ?? [])].some((one) => names.get(one)?.has(name)) && !reads.asked.has(snake(name))
  })
  return orphans.map(({ room, name, kind, endpoint }) => `${room}.${name} (${kind}) ${endpoint}`)
}

test('everything that is kept has a reader', () => {
  const roomOf = ({ facts }: Endpoint) => roomOfPath(facts.path)
  expect(storedFields(modules, roomOf).length).toBeGreaterThan(200)
  expect(orphansOf(modules, roomOf)).toEqual([])
})

test('a new field that nothing reads is told, however deep it lies', () => {
  const save = endpoint({
    path: '/api/v1/exam/new',
    summary: '新调用',
    access: 'signedIn',
    audit: { action: 'save', target: 'exam' },
    input: z.object({
      permitNothingYet: z.boolean().optional(),
      parts: z.array(z.object({ markOfNobody: z.string().nullish() })).default([]),
      examUseWay: z.union([z.literal(1), z.literal(2)]),
    }),
  })
  const added: Module = { endpoints: implement({ save }, { save: async () => undefined }) }
  expect(orphansOf([added], () => 'exam')).toEqual([
    'exam.permitNothingYet (switch) /api/v1/exam/new',
    'exam.markOfNobody (word) /api/v1/exam/new',
  ])
})

test('what is only copied and shown in a form has no reader', () => {
  expect(reads.used.get('exam')?.has('permitCamera')).toBe(false)
  expect(reads.used.get('exam')?.has('outerParticipationMode')).toBe(true)
})

test('every reader that is named here is there', () => {
  const gone = Object.entries(readElsewhere).filter(([field, { file, says }]) => {
    const name = field.split('.').at(-1) ?? ''
    const source = readFileSync(join(root, file), 'utf8')
    return !source.includes(says ?? name) && !source.includes(snake(name))
  })
  expect(gone.map(([field, { file }]) => `${field} in ${file}`)).toEqual([])
})
