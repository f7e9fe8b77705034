/** What pages of learning above this room are made of too. */
export { Cover } from './cover.tsx'
export { Locks, TaskMark } from './outline-list.tsx'
export { Reading } from './reading.tsx'
export { RichText } from './rich-text.tsx'
export { SearchBox } from './search-box.tsx'
export { stateWords } from './words.ts'
