import type { Module, RawServices } from '@kaopei/server'
import type { FastifyInstance } from 'fastify'
import { evidenceModule } from './evidence/module.ts'
import { filmsModule } from './films/composer.ts'
import { hallModule } from './hall/hall.handlers.ts'
import { liveModule } from './hall/live.handlers.ts'
import { streamsModule } from './hall/streams.handlers.ts'
import { incidentsModule } from './incidents/incident.handlers.ts'
import { piecesModule } from './pieces/module.ts'
import { rehearsalModule } from './rehearsal/run.handlers.ts'
import { replayModule } from './replay/replay.handlers.ts'
import { retentionModule } from './retention/delete-due.ts'
import { reviewModule } from './review/module.ts'
import { secondCameraModule } from './second/camera.handlers.ts'
import { suspicionModule } from './suspicion/suspicion.handlers.ts'
import { verdictsModule } from './verdicts/module.ts'

export { comparePairs } from './suspicion/like-pairs.ts'

const parts: readonly Module[] = [
  hallModule,
  incidentsModule,
  piecesModule,
  reviewModule,
  retentionModule,
  filmsModule,
  verdictsModule,
  evidenceModule,
  suspicionModule,
  replayModule,
  secondCameraModule,
  liveModule,
  streamsModule,
  rehearsalModule,
]

export const proctoringModule: Module = {
  endpoints: parts.flatMap(({ endpoints }) => endpoints),
  jobs: parts.flatMap(({ jobs }) => jobs ?? []),
  events: parts.flatMap(({ events }) => events ?? []),
  listeners: parts.flatMap(({ listeners }) => listeners ?? []),
  backlogs: parts.flatMap(({ backlogs }) => backlogs ?? []),
  sweeps: parts.flatMap(({ sweeps }) => sweeps ?? []),
  routes: (app: FastifyInstance, services: RawServices) => {
    for (const part of parts) part.routes?.(app, services)
  },
}
