import { protocolErrors } from '@kaopei/contract'
import { examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { findCandidate, findExam, reachOf, settingsOf } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { type Handlers, implement, type Module } from '@kaopei/server'
import { trialStanding } from '../../contract/rehearsal/codes.ts'
import { rehearsalErrors } from '../../contract/rehearsal/rehearsal-errors.ts'
import { trial } from '../../contract/rehearsal/trial.ts'
import { askedOf } from './asked.ts'
import { mayTry, openTrials } from './open-trials.ts'
import { reminderJob } from './reminder.job.ts'
import { flagsOf, problemsOf, trialStateOf } from './rules/trial-state.ts'
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
} from './trial.sql.ts'
import { trialExportJob } from './trial-export.job.ts'

const mostExams = 20
const mostOfHall = 20_000
const triesPerTenMinutes = 30

const handlers: Handlers<typeof trial> = {
  own: async (_input, { actor: { staffId }, db }) => {
    const found = []
    for (const examId of await selectTriedExams(db, staffId, mostExams)) {
      const exam = await findExam(db, examId)
      const standing = exam && (await findOwnStanding(db, { examId, staffId, flags: flagsOf(settingsOf(exam)) }))
      if (standing) found.push({ examId, ...shown(standing) })
    }
    return { dataList: found, totalCount: found.length }
  },

  asked: async ({ examId }, { actor: { staffId }, db, now, fail }) => {
    const asked = await askedOf(db, { examId, staffId, now })
    if (!asked) return fail(protocolErrors.notFound)
    if (asked === 'closed') return fail(rehearsalErrors.notOpen)
    const { flags, openAt: openTime, ...wanted } = asked
    const standing = await findOwnStanding(db, { examId, staffId, flags })
    return { ...wanted, openTime, state: standing?.state ?? trialStanding.none, time: standing?.time ?? null }
  },

  save: async ({ examId, device, deviceName, checks }, { actor: { staffId }, db, now, fail, limitRate }) => {
    await limitRate(`device-trial:${staffId}`, triesPerTenMinutes, 600)
    const asked = await askedOf(db, { examId, staffId, now })
    if (!asked) return fail(protocolErrors.notFound)
    if (asked === 'closed') return fail(rehearsalErrors.notOpen)
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

  figures: async ({ examinationId }, { actor, db, scope, now, fail }) => {
    const found = await openTrials(db, reachOf(actor, scope), examinationId)
    if (!found) return fail(protocolErrors.notFound)
    const counted = new Map((await selectFigures(db, found.filter)).map(({ state, count }) => [state, count]))
    const states = trialStanding.options.map(({ value }) => ({ state: value, count: counted.get(value) ?? 0 }))
    return { states, remindableCount: await countRemindable(db, found.filter), mayRemind: mayTry(found.exam, now) }
  },

  standings: async ({ examId }, { actor, db, scope, fail }) => {
    const found = await openTrials(db, reachOf(actor, scope), examId)
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

  remind: async ({ examinationId: examId }, { actor, db, scope, now, fail, record, enqueue }) => {
    const found = await openTrials(db, reachOf(actor, scope), examId)
    if (!found) return fail(protocolErrors.notFound)
    if (!mayTry(found.exam, now)) return fail(rehearsalErrors.notOpen)
    const staffIds = await insertReminders(db, found.filter, now)
    if (staffIds.length === 0) return fail(rehearsalErrors.nobodyToRemind)
    await enqueue(reminderJob, { examId, staffIds })
    record({ targetId: examId, targetName: found.exam.name, after: { trialReminders: staffIds.length } })
    return { count: staffIds.length }
  },
}

function shown({ state, time, deviceName, checks }: StandingRow) {
  return { state, time, deviceName, problems: problemsOf(null, checks ?? []) }
}

export const trialModule: Module = { endpoints: implement(trial, handlers), jobs: [trialExportJob.job, reminderJob] }
