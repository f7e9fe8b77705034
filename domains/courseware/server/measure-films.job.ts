import { job } from '@kaopei/server'
import { z } from 'zod'
import { storedMicroCourse } from '../contract/micro-course.ts'
import { findVersion } from './courseware.sql.ts'
import { secondsOfUpload } from './micro-course.service.ts'
import { unmeasuredVersions, updateContent } from './micro-course.sql.ts'

/**
 * How long the films are that were put into micro-courses before lengths were kept; what cannot be measured is 0. A migration has asked for it
 * once in each company.
 */
export const measureFilmsJob = job({
  name: 'courseware.measureFilms',
  lane: 'courseware.measure',
  payload: z.object({}),
  run: async (_, { isStopping, services, transaction }) => {
    for (const versionId of await transaction(unmeasuredVersions)) {
      if (isStopping()) throw new Error('the worker is stopping; the rest is measured elsewhere')
      await transaction(async (db) => {
        const content = storedMicroCourse.parse((await findVersion(db, versionId))?.content)
        for (const block of content.contentList) {
          if (block.fileId === null || block.lengthSeconds !== undefined) continue
          block.lengthSeconds = (await secondsOfUpload(db, services, block.fileId)) ?? 0
        }
        await updateContent(db, versionId, content)
      })
    }
  },
})
