/** Reminds candidates to try their devices: each once for an exam, by mail and text message, however often the job runs. */
import { examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { findExam } from '@kaopei/exam/server'
import { preparedChannels } from '@kaopei/messaging/server'
import { companySite } from '@kaopei/platform/server'
import { databaseNow, job } from '@kaopei/server'
import { z } from 'zod'
import { mayTry } from './open-trials.ts'
import { selectReceivers } from './trial.sql.ts'

const batchSize = 200

export const reminderJob = job({
  name: 'proctoring.deviceTrialReminder',
  lane: 'notice',
  payload: z.object({ examId: z.string(), staffIds: z.array(z.string()) }),
  run: async ({ examId, staffIds }, { transaction, isStopping, services }) => {
    for (let from = 0; from < staffIds.length; from += batchSize) {
      if (isStopping()) throw new Error('the worker is stopping; the reminders go on elsewhere')
      await transaction(async (db) => {
        const exam = await findExam(db, examId)
        if (!exam || !mayTry(exam, databaseNow())) return
        const trialLink = `${await companySite(db, services)}/candidate/trial/${examId}`
        const examName = titleOfExam(exam.name, examSettings.parse(exam.settings))
        const { mail, sms } = await preparedChannels(db, services, 'deviceTrial')
        for (const { staffId, name, email, phone } of await selectReceivers(db, staffIds.slice(from, from + batchSize))) {
          const variables = { staffName: name, examName, startTime: exam.openAt, trialLink }
          const dedupeKey = `device-trial:${examId}:${staffId}`
          if (email !== null) await mail?.({ address: email, variables, dedupeKey })
          if (phone !== null) await sms?.({ address: phone, variables, dedupeKey: `${dedupeKey}:sms` })
        }
      })
    }
  },
})
