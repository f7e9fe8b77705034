import { protocolErrors } from '@kaopei/contract'
import { examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { findAnyExam, findCandidate, findExam, reachesExam, reachOf } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { preparedChannels } from '@kaopei/messaging/server'
import { type Context, type Db, type Handlers, implement, type Module, type Services } from '@kaopei/server'
import { comesFromSafeBrowser } from '@kaopei/sitting/server'
import { trialItem, trialStanding } from '../../contract/rehearsal/codes.ts'
import { rehearsalErrors } from '../../contract/rehearsal/rehearsal-errors.ts'
import { type TrialCheck, trial } from '../../contract/rehearsal/trial.ts'
import { isPhoneThere } from '../second/camera.handlers.ts'
import { type Asked, askedOf, flagsOfExam } from './asked.ts'
import { mayTry, openTrials } from './open-trials.ts'
import { reminderJob } from './reminder.job.ts'
import { problemsOf, trialStateOf } from './rules/trial-state.ts'
import {
  countHistory,
  countRemindable,
  countTrials,
  findOwnStanding,
  insertReminders,
  insertTrial,
  type StandingRow,
  selectFigures,
  selectHistory,
  selectTrials,
  selectTriedExams,
  type Ways,
} from './trial.sql.ts'
import { trialExportJob } from './trial-export.job.ts'

const mostOfHall = 20_000
const triesPerTenMinutes = 30

/** What the server sees for itself. */
const seenHere: ReadonlySet<number> = new Set([trialItem.second, trialItem.safeBrowser])

const handlers: Handlers<typeof trial> = {
  own: async ({ examIds }, { actor: { staffId }, db }) => {
    const found = []
    for (const examId of await selectTriedExams(db, staffId, examIds)) {
      const exam = await findExam(db, examId)
      const standing = exam && (await findOwnStanding(db, { examId, staffId, flags: await flagsOfExam(db, exam) }))
      if (standing) found.push({ examId, ...shown(standing) })
    }
    return { dataList: found, totalCount: found.length }
  },

  asked: async ({ examId }, context) => {
    const { db, now, fail } = context
    const { staffId } = context.actor
    const asked = await askedOf(db, { examId, staffId, now })
    if (!asked) return fail(protocolErrors.notFound)
    if (asked === 'closed') return fail(rehearsalErrors.notOpen)
    const { flags, openAt: openTime, safeKeys: keys, ...wanted } = asked
    const isSafeBrowser = await comesFromSafeBrowser(context, trial.asked.facts.path, { keys, ownerId: examId })
    const standing = await findOwnStanding(db, { examId, staffId, flags })
    return { ...wanted, isSafeBrowser, openTime, state: standing?.state ?? trialStanding.none, time: standing?.time ?? null }
  },

  save: async ({ examId, device, deviceName, checks: told }, context) => {
    const { db, now, fail, limitRate } = context
    const { staffId } = context.actor
    await limitRate(`device-trial:${staffId}`, triesPerTenMinutes, 600)
    const asked = await askedOf(db, { examId, staffId, now })
    if (!asked) return fail(protocolErrors.notFound)
    if (asked === 'closed') return fail(rehearsalErrors.notOpen)
    const checks = [...told.filter(({ item }) => !seenHere.has(item)), ...(await checksOfServer(context, examId, asked))]
    const state = trialStateOf(asked, checks)
    const { flags } = asked
    // Tabs of one browser are one device.
    await insertTrial(db, { examId, staffId, device: device.split(':')[0] ?? device, deviceName, flags, state, checks, now })
    return { state, time: now }
  },

  list: async ({ examinationId, name, state, pageIndex, pageSize }, { actor, db, scope, fail }) => {
    const found = await openTrials(db, reachOf(actor, scope), examinationId)
    if (!found) return fail(protocolErrors.notFound)
    const filter = { ...found.filter, name, state }
    const rows = await selectTrials(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = rows.map(({ staffId, name: person, department, tries, remindedTime, ...standing }) => ({
      ...{ staffId, name: person, department, tries, remindedTime },
      ...shown({ staffId, ...standing }),
    }))
    return { dataList, totalCount: await countTrials(db, filter) }
  },

  figures: async ({ examinationId }, { actor, db, scope, services, now, fail }) => {
    const found = await openTrials(db, reachOf(actor, scope), examinationId)
    if (!found) return fail(protocolErrors.notFound)
    const counted = new Map((await selectFigures(db, found.filter)).map(({ state, count }) => [state, count]))
    const states = trialStanding.options.map(({ value }) => ({ state: value, count: counted.get(value) ?? 0 }))
    const ways = await waysOf(db, services)
    const facts = { states, hasWays: ways.mail || ways.sms }
    if (!mayTry(found.exam, now)) return { ...facts, remindableCount: 0, unreachableCount: 0, mayRemind: false }
    const { remindable, unreachable } = await countRemindable(db, found.filter, ways)
    return { ...facts, remindableCount: remindable, unreachableCount: unreachable, mayRemind: true }
  },

  standings: async ({ examId }, { actor, db, scope, fail }) => {
    const reach = reachOf(actor, scope)
    const found = await openTrials(db, reach, examId)
    // The hall asks of every exam; of those that belong to something else nobody tries a device beforehand.
    if (!found && (await findAnyExam(db, examId)) && (await reachesExam(db, reach, examId)))
      return { dataList: [], totalCount: 0 }
    if (!found) return fail(protocolErrors.notFound)
    const rows = await selectTrials(db, found.filter, { limit: mostOfHall, offset: 0 })
    const dataList = rows.map((row) => ({ staffId: row.staffId, ...shown(row) }))
    return { dataList, totalCount: dataList.length }
  },

  history: async ({ examinationId: examId, staffId, pageIndex, pageSize }, { actor, db, scope, fail }) => {
    const reach = reachOf(actor, scope)
    const found = await openTrials(db, reach, examId)
    if (!found || !(await findCandidate(db, { examId, staffId, scope: reach }))) return fail(protocolErrors.notFound)
    const page = { flags: found.filter.flags, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await selectHistory(db, { examId, staffId }, page)
    const dataList = rows.map((row) => ({ ...row, problems: problemsOf(null, row.checks) }))
    return { dataList, totalCount: await countHistory(db, { examId, staffId }) }
  },

  export: async ({ examinationId: examId, name, state }, { actor, db, scope, fail, record }) => {
    const reach = reachOf(actor, scope)
    const found = await openTrials(db, reach, examId)
    if (!found) return fail(protocolErrors.notFound)
    const count = await countTrials(db, { ...found.filter, name, state })
    if (count === 0) return fail(rehearsalErrors.nothingToExport)
    const examName = titleOfExam(found.exam.name, examSettings.parse(found.exam.settings))
    record({ targetId: examId, targetName: found.exam.name, after: { count } })
    const conditions = { 考试: examName, ...(name && { 考生: name }), ...(state && { 状态: trialStanding.label(state) }) }
    return startTrackedJob(db, actor, trialExportJob, { examId, examName, name, state, scope: reach, count }, { conditions })
  },

  remind: async ({ examinationId: examId }, { actor, db, scope, services, now, fail, record, enqueue }) => {
    const found = await openTrials(db, reachOf(actor, scope), examId)
    if (!found) return fail(protocolErrors.notFound)
    if (!mayTry(found.exam, now)) return fail(rehearsalErrors.notOpen)
    const staffIds = await insertReminders(db, found.filter, { ways: await waysOf(db, services), now })
    if (staffIds.length === 0) return fail(rehearsalErrors.nobodyToRemind)
    await enqueue(reminderJob, { examId, staffIds })
    record({ targetId: examId, targetName: found.exam.name, after: { trialReminders: staffIds.length } })
    return { count: staffIds.length }
  },
}

async function waysOf(db: Db, services: Services): Promise<Ways> {
  const { mail, sms } = await preparedChannels(db, services, 'deviceTrial')
  return { mail: mail !== undefined, sms: sms !== undefined }
}

async function checksOfServer(context: Context<typeof trial.save>, examId: string, asked: Asked): Promise<TrialCheck[]> {
  const { db, actor, now } = context
  const checks: TrialCheck[] = []
  if (asked.wantsSecond) {
    const isThere = await isPhoneThere(db, { examId, staffId: actor.staffId, now })
    checks.push(checkOf(trialItem.second, isThere, ['手机已连接', '未连接手机']))
  }
  if (asked.wantsSafeBrowser) {
    const wanted = { keys: asked.safeKeys, ownerId: examId }
    const isSafe = await comesFromSafeBrowser(context, trial.save.facts.path, wanted)
    checks.push(checkOf(trialItem.safeBrowser, isSafe, ['配置校验通过', '不是本场考试要求的 Safe Exam Browser']))
  }
  return checks
}

function checkOf(item: TrialCheck['item'], isGood: boolean, [good, bad]: readonly [string, string]): TrialCheck {
  return { item, state: isGood ? 'good' : 'bad', text: isGood ? good : bad }
}

function shown({ state, time, deviceName, checks }: StandingRow) {
  return { state, time, deviceName, problems: problemsOf(null, checks ?? []) }
}

export const trialModule: Module = { endpoints: implement(trial, handlers), jobs: [trialExportJob.job, reminderJob] }
