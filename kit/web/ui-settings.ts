import { isRecord } from './client/api-error.ts'
import { createStore } from './client/store.ts'
import { useStore } from './client/use-store.ts'

export const uiSizes = ['default', 'medium', 'small', 'mini'] as const
export type UiSize = (typeof uiSizes)[number]

export interface UiSettings {
  readonly size: UiSize
  readonly primary: string
  readonly isSidebarOpen: boolean
}

export const defaultPrimary = '#409EFF'
/** Presets whose dark shades stay apart from the colours of states. */
export const presetColours = [
  defaultPrimary,
  '#1890FF',
  '#304156',
  '#11A983',
  '#13C2C2',
  '#6959CD',
  '#D4380D',
  '#C41D7F',
] as const

const storageKey = 'kaopei.ui'
const store = createStore<UiSettings>(readStored())

export const uiSettings = {
  get: store.get,
  change: (part: Partial<UiSettings>): void => {
    store.set({ ...store.get(), ...part })
    try {
      localStorage.setItem(storageKey, JSON.stringify(store.get()))
    } catch {} // settings then last as long as the page
  },
}

export function useUiSettings(): UiSettings {
  return useStore(store)
}

function readStored(): UiSettings {
  const fallback: UiSettings = { size: 'default', primary: defaultPrimary, isSidebarOpen: true }
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (!isRecord(value)) return fallback
    return {
      size: uiSizes.find((size) => size === value.size) ?? fallback.size,
      primary: presetColours.find((colour) => colour === value.primary) ?? fallback.primary,
      isSidebarOpen: value.isSidebarOpen !== false,
    }
  } catch {
    return fallback
  }
}
