import { parentPort, workerData } from 'node:worker_threads'
import { proofOfClasses } from './rules/proof-of-classes.ts'

parentPort?.postMessage(proofOfClasses(workerData))
