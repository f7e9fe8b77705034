import type { Endpoint, InputOf } from '@kaopei/contract'

type ObjectOf<E extends Endpoint> = NonNullable<InputOf<E>>
type EachOf<T> = T extends object ? { [Name in keyof T]-?: T[Name] | null | undefined } : unknown

/** Every field of the input and of the form's own controls; while somebody types any of them may be empty. */
export type Held<E extends Endpoint, Own = unknown> = EachOf<ObjectOf<E>> & EachOf<Own>

/** What a form begins with: rows say their codes as plain numbers. */
export type InitialValues<E extends Endpoint, Own = unknown> = FirstOf<ObjectOf<E>> & FirstOf<Own>
type FirstOf<T> = T extends object ? { readonly [Name in keyof T]?: Plain<T[Name]> | null | undefined } : unknown
type Plain<T> = T extends number ? number : T extends readonly (infer Item)[] ? readonly Plain<Item>[] : T

/** Of a row that somebody else has changed meanwhile: what the form takes from it. */
export type RowValues<E extends Endpoint, Own = unknown> = { readonly [Name in NameIn<E, Own>]?: unknown }

/** What `toInput` makes: each required field is said and may still be empty; the schema is asked before anything is sent. */
export type Draft<E extends Endpoint> = DraftOf<ObjectOf<E>>
type DraftOf<T> = T extends object ? { readonly [Name in keyof T]: T[Name] | null | undefined } : never

/** The fields of a form: those that each of its endpoints takes, and its own. */
export type NameIn<E extends Endpoint, Own = unknown> = (keyof ObjectOf<E> | keyof Own) & string

/** What a field holds when it is filled. */
export type ValueIn<E extends Endpoint, Own, Name extends PropertyKey> = At<ObjectOf<E>, Name> | At<Own, Name>
type At<T, Name extends PropertyKey> = T extends readonly (infer Item)[]
  ? Item
  : T extends object
    ? Name extends keyof T
      ? T[Name]
      : never
    : never
type Step<T> = T extends readonly unknown[] ? number : T extends object ? keyof T & string : never

/** A field, or a place inside it. */
export type PathIn<E extends Endpoint, Own = unknown> =
  | NameIn<E, Own>
  | { [Name in NameIn<E, Own>]: PathFrom<Name, NonNullable<ValueIn<E, Own, Name>>> }[NameIn<E, Own>]
type PathFrom<Name, T> = readonly [Name] | readonly [Name, Step<T>] | readonly [Name, Step<T>, Step<NonNullable<At<T, Step<T>>>>]
