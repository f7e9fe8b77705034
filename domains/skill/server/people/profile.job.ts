/** One person's skills as a PDF, in the download centre: who may be seen is decided when it is asked for and again when it is made. */
import { exportFile, JobFailure, trackedJob } from '@kaopei/jobs/server'
import { companiesByIds, timeZoneOf } from '@kaopei/platform/server'
import { PrintFailure, printPdf } from '@kaopei/print'
import { databaseNow, dataScopeShape } from '@kaopei/server'
import { z } from 'zod'
import { personSkill } from '../../contract/person.ts'
import { personPage } from './person.service.ts'
import { findPerson } from './person.sql.ts'
import { profileTemplate } from './profile.template.ts'
import { profileData } from './profile-data.ts'

export const profileJob = trackedJob({
  kind: 'evaluation.skillProfile',
  title: ({ name }) => `${name}的技能`,
  payload: z.object({ staffId: z.string(), name: z.string(), scope: dataScopeShape }),
  run: async ({ staffId, name, scope }, tracked) => {
    const data = await tracked.transaction(async (db) => {
      const found = await findPerson(db, staffId, scope)
      if (!found) throw new JobFailure('人员已不在您的数据范围内，无法生成')
      const person = personSkill.get.output.parse(await personPage(db, found, { postId: undefined, now: databaseNow() }))
      const [company] = await companiesByIds(db, [db.companyId])
      return profileData({ person, zone: await timeZoneOf(db), companyName: company?.name ?? '' })
    })
    const body = Buffer.from(await print(data))
    const file = { name: `${name}的技能.pdf`, contentType: 'application/pdf', body }
    await exportFile(tracked, file, (sizeBytes) => ({ result: { sizeBytes } }))
  },
})

async function print(data: ReturnType<typeof profileData>): Promise<Uint8Array> {
  try {
    return await printPdf(profileTemplate, data)
  } catch (error) {
    if (error instanceof PrintFailure) throw new JobFailure(error.message, { cause: error })
    throw error
  }
}
