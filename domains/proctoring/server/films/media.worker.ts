/** Reads and joins film pieces in a thread of its own: whatever they are made of, the process goes on answering. */
import { parentPort, workerData } from 'node:worker_threads'
import { factsOf, joinPieces } from './media.ts'
import type { MediaTask } from './media-task.ts'

const task = workerData as MediaTask // media-apart.ts, which starts the thread, gives nothing else
parentPort?.postMessage(task.do === 'facts' ? await Promise.all(task.paths.map(factsOf)) : await joinPieces(task))
