import { EventEmitter } from 'node:events'
import { Logger as QueueLogger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { z } from 'zod'
import type { Backlog, Module, RawServices, Sweep } from '../calls/implement.ts'
import { databaseClock } from '../database/database-clock.ts'
import { kitSweeps } from '../database/outdated.ts'
import { watchAbandoned } from './abandoned-jobs.ts'
import { CompanyTurns } from './company-turns.ts'
import { jobsOf } from './events.ts'
import { JobRuns } from './job-runs.ts'
import { type Job, jobContext } from './jobs.ts'
import { Lanes } from './lanes.ts'
import { Presence } from './worker-presence.ts'

const queuedJob = z.object({ id: z.string(), task_identifier: z.string(), attempts: z.number() })
const envelope = z.object({ companyId: z.string(), payload: z.unknown() })

const lookEverySeconds = 2
/** Of different companies or lanes; they wait for the database most of the time. */
const longJobsAtOnce = 3

export interface Worker {
  stop(): Promise<void>
}

export interface WorkerOptions {
  readonly ownerUrl: string
  /** Short jobs at once. */
  readonly concurrency: number
  /** How often abandoned jobs are looked for; one is released at the second look. */
  readonly lookEverySeconds?: number
}

/**
 * Runs the modules' jobs and sweeps until stopped. A job whose worker process died is released within seconds (see abandoned-jobs.ts);
 * a lost database is waited for.
 */
export async function startWorker(modules: readonly Module[], services: RawServices, options: WorkerOptions): Promise<Worker> {
  const stopping = { now: false }
  const queuePool = new pg.Pool({
    connectionString: options.ownerUrl,
    max: options.concurrency + longJobsAtOnce + 9,
    application_name: 'kaopei-queue',
  })
  const lost = (error: Error) => services.log.warn({ err: error }, 'queue connection lost')
  queuePool.on('error', lost)
  queuePool.on('connect', (client) => client.on('error', lost))
  const presence = new Presence(options.ownerUrl, services.log)
  const runs = new JobRuns()
  const jobs = jobsOf(modules)
  const queueOf = (kind: QueueKind, concurrency: number) => {
    const own = jobs.filter((job) => kindOf(job) === kind)
    const taskList = Object.fromEntries(own.map((job) => [job.name, taskOf(job, services, runs, stopping)]))
    return keepRunning(
      () => startRunner(queuePool, { taskList, runs, presence, concurrency, kind }, services),
      stopping,
      services,
    )
  }
  const queues = [queueOf('short', options.concurrency), queueOf('long', longJobsAtOnce), queueOf('machine', 1)]
  const backlogs = modules.flatMap((module) => module.backlogs ?? [])
  const sweeps = [
    ...kitSweeps,
    ...modules.flatMap((module) => module.sweeps ?? []),
    {
      name: 'abandoned-jobs',
      isClockless: true,
      everySeconds: options.lookEverySeconds ?? lookEverySeconds,
      run: watchAbandoned(queuePool, runs, services.log),
    },
    ...backlogs.map((backlog) => sweepOf(backlog, stopping)),
  ]
  const timers = sweeps.map((sweep) => repeat(sweep, services))
  services.log.info({ jobs: jobs.length, sweeps: sweeps.length }, 'worker started')
  return {
    stop: async () => {
      stopping.now = true
      await Promise.all(timers.map((timer) => timer.stop()))
      await Promise.all(queues.map((queue) => queue.stop()))
      await presence.stop()
      await queuePool.end()
    },
  }
}

type QueueKind = 'short' | 'long' | 'machine'

function kindOf({ lane, takesMachine }: Job): QueueKind {
  if (takesMachine) return 'machine'
  return lane === undefined ? 'short' : 'long'
}

function sweepOf({ name, work, everySeconds = 1, isInStep = false }: Backlog, stopping: { now: boolean }): Sweep {
  return {
    name,
    everySeconds,
    isInStep,
    run: async (services) => {
      while (!stopping.now && (await work(services)) > 0);
    },
  }
}

function taskOf(job: Job, services: RawServices, runs: JobRuns, stopping: { now: boolean }): TaskList[string] {
  return async (raw, helpers) => {
    const { companyId, payload } = envelope.parse(raw)
    const { attempts, max_attempts, id } = helpers.job
    const log = services.log.child({ job: job.name, jobId: id, companyId })
    const context = jobContext(
      { ...services, log },
      { companyId, attempt: attempts, isLastAttempt: attempts >= max_attempts, isStopping: () => stopping.now },
    )
    await runs.run(helpers, () => job.run(job.payload.parse(payload), context))
  }
}

interface RunnerParts {
  readonly taskList: TaskList
  readonly runs: JobRuns
  readonly presence: Presence
  readonly concurrency: number
  readonly kind: QueueKind
}

async function startRunner(
  pgPool: pg.Pool,
  { taskList, runs, presence, concurrency, kind }: RunnerParts,
  services: RawServices,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  const lanes = new Lanes(events)
  const turns = new CompanyTurns(events)
  const isSeen = new Map<string, Promise<void>>()
  events.on('pool:create', ({ workerPool: { id } }) => {
    runs.open(id)
    isSeen.set(id, presence.hold(id))
  })
  events.on('pool:release', ({ workerPool: { id } }) => runs.close(id, () => presence.drop(id)))
  return run({
    // No job is taken before everybody can see that its worker lives.
    preset: { plugins: [beforeFirstJob(({ workerPool: { id } }) => isSeen.get(id))] },
    pgPool,
    concurrency,
    taskList,
    events,
    // Looks wait for one another there, which short jobs need not.
    ...(kind === 'long' && { forbiddenFlags: () => lanes.taken() }),
    ...(kind === 'machine' && { forbiddenFlags: () => turns.passedOver() }),
    pollInterval: 1000,
    noHandleSignals: true,
    logger: new QueueLogger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') services.log.warn(troubleOf(meta), message)
    }),
  })
}

function beforeFirstJob(wait: (worker: { workerPool: { id: string } }) => Promise<void> | undefined): GraphileConfig.Plugin {
  return { name: 'BeforeFirstJob', version: '1.0.0', worker: { hooks: { startWorker: (_context, { worker }) => wait(worker) } } }
}

/** Which job it was about, without its payload: that holds addresses, codes, texts of messages. */
function troubleOf({ job, error, fatalError }: Readonly<Record<string, unknown>> = {}) {
  return { ...queuedJob.safeParse(job).data, err: error ?? fatalError }
}

/** Starts the runner again when it ends by itself: a restarted database must not end background work. */
function keepRunning(start: () => Promise<Runner>, stopping: { now: boolean }, services: RawServices): { stop(): Promise<void> } {
  let runner: Runner | undefined
  const pause = new AbortController()
  const loop = async () => {
    while (!stopping.now) {
      try {
        runner = await start()
        await runner.promise
      } catch (error) {
        if (!stopping.now) services.log.warn({ err: error }, 'background queue stopped, starting again')
      }
      if (!stopping.now) await pauseFor(500, pause.signal)
    }
  }
  const done = loop()
  return {
    stop: async () => {
      pause.abort()
      await runner?.stop().catch(() => undefined) // it may have ended with the database
      await done
    },
  }
}

function repeat(sweep: Sweep, services: RawServices): { stop(): Promise<void> } {
  const pause = new AbortController()
  const loop = async () => {
    while (!pause.signal.aborted) {
      try {
        // With a wrong clock nothing that waits for a time is touched; other workers are there, or the clock will be set.
        if (sweep.isClockless || !databaseClock.isOff) await sweep.run(services)
      } catch (error) {
        services.log.warn({ err: error, sweep: sweep.name }, 'sweep failed, trying again at its next turn')
      }
      await pauseFor(untilNextLook(sweep), pause.signal)
    }
  }
  const done = loop()
  return {
    stop: async () => {
      pause.abort()
      await done
    },
  }
}

/** Just after the moment, for a timer may go off a little before its time and would then go off twice. */
const afterStepMs = 5

function untilNextLook({ everySeconds, isInStep = false }: Sweep): number {
  const everyMs = everySeconds * 1000
  return isInStep ? everyMs - (performance.now() % everyMs) + afterStepMs : everyMs
}

function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
