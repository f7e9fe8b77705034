import { implement, type Module } from '@kaopei/server'
import { heat } from '../../contract/heat.ts'
import { personProgress } from '../../contract/person-progress.ts'
import { progress } from '../../contract/progress.ts'
import { heatHandlers } from './heat.handlers.ts'
import { peopleHandlers } from './people.handlers.ts'
import { exportPeopleJob } from './people-export.job.ts'
import { progressHandlers } from './progress.handlers.ts'
import { exportProgressJob } from './progress-export.job.ts'

/** How far people are, for those who answer for it. */
export const progressModule: Module = {
  endpoints: [
    ...implement(progress, progressHandlers),
    ...implement(personProgress, peopleHandlers),
    ...implement(heat, heatHandlers),
  ],
  jobs: [exportProgressJob.job, exportPeopleJob.job],
}
