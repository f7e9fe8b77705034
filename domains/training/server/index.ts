import { examsStandIn } from '@kaopei/exam/server'
import type { Module } from '@kaopei/server'
import { projectCompleted, projectReopened, sessionHeld } from './events.ts'
import { hasExam } from './exam-uses.sql.ts'
import { learnModule } from './learn/module.ts'
import { loopEndpoints } from './loop/loop.handlers.ts'
import { makingModule } from './making.module.ts'
import { peopleModule } from './people/module.ts'
import { progressModule } from './progress/module.ts'
import { standingModule } from './standing/module.ts'

export { completionTimes, projectCards, projectCompletions } from './completions.sql.ts'
export { projectCompleted, projectReopened, sessionHeld } from './events.ts'
export { createGapProject, type GapProject } from './loop/gap-project.service.ts'
export { projectsByName } from './named.sql.ts'
export { projectsOf } from './people/own-projects.sql.ts'
export { registerProjectTaskKind } from './task-kinds.ts'

examsStandIn('project', hasExam)

const parts: readonly Module[] = [
  makingModule,
  peopleModule,
  standingModule,
  progressModule,
  learnModule,
  { endpoints: loopEndpoints },
]

export const trainingModule: Module = {
  logNames: makingModule.logNames,
  endpoints: parts.flatMap(({ endpoints }) => endpoints),
  jobs: parts.flatMap(({ jobs }) => jobs ?? []),
  listeners: parts.flatMap(({ listeners }) => listeners ?? []),
  backlogs: parts.flatMap(({ backlogs }) => backlogs ?? []),
  sweeps: parts.flatMap(({ sweeps }) => sweeps ?? []),
  events: [projectCompleted, projectReopened, sessionHeld],
}
