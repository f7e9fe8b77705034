import { type ConversionFailureKind, conversionFailures } from '../../contract/conversion.ts'

/** Ends a conversion with a reason that people can do something about; it is not tried again. */
export class ConversionFailure extends Error {
  readonly kind: ConversionFailureKind
  readonly text: string

  constructor(kind: ConversionFailureKind, text: string = conversionFailures[kind]) {
    super(`${kind}: ${text}`)
    this.kind = kind
    this.text = text
  }
}

/** The run was cancelled, taken over or is to stop: whatever it does, it does in vain. */
export class RunEnded extends Error {}
