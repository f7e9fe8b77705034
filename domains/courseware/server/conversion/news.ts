import { id } from '@kaopei/contract'
import { event } from '@kaopei/server'
import { z } from 'zod'

const about = z.object({ coursewareId: id, versionId: id })

/** Everything made of a version is stored. */
export const coursewareReady = event({ name: 'courseware.ready', payload: about })

/** The conversion of a version ended without a result; `text` says why and what to do. */
export const coursewareFailed = event({
  name: 'courseware.failed',
  payload: about.extend({ failure: z.string(), text: z.string() }),
})
