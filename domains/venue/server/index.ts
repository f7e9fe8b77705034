import type { Module } from '@kaopei/server'
import { roomEndpoints } from './rooms/room.handlers.ts'
import { logNames } from './rooms/room.sql.ts'

export const venueModule: Module = { logNames, endpoints: roomEndpoints }
