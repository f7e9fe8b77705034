import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether it came over the network: within the process (a demo, a test) a caller's bytes are handed on as they are, and stay the caller's. */
export const isFromNetwork = ({ raw }: FastifyRequest): boolean => raw.socket instanceof Socket
