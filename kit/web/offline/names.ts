/** What page and service worker call the same things. */
const buildPrefix = 'kaopei-build-'
const openPrefix = 'kaopei-open-'

/** Page and files of one build. */
export const buildCache = (version: string) => buildPrefix + version
export const isBuildCache = (name: string) => name.startsWith(buildPrefix)

/** What belongs to work that is open on this device: its pictures, and which build it was begun with. */
export const openCache = (key: string) => openPrefix + key
export const isOpenCache = (name: string) => name.startsWith(openPrefix)
export const keyOfOpenCache = (name: string) => name.slice(openPrefix.length)

/** Stands in an open work's cache for its build; no server has this address. */
export const buildMark = '/.kaopei-build'
/** Sent to a worker that waits: it may take over if nothing is open. */
export const takeOverWord = 'takeOver'
