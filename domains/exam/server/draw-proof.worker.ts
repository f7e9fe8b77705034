import { parentPort, workerData } from 'node:worker_threads'
import { feasibleDraw } from './rules/feasible-draw.ts'

parentPort?.postMessage(feasibleDraw(workerData))
