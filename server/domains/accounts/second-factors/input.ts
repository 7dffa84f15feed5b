import { z } from "zod";
import { MAX_TYPED_PASSWORD_UNITS } from "@/server/core/account-fields.ts";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { plainText, reference, singleLineText } from "@/shared/text/text.ts";
import { normalizeTypedCode } from "@/shared/text/typed-code.ts";

/** Bytes in base64url, as browsers send parts of a passkey's answer. */
const encoded = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .max(max);
const MAX_ID_LENGTH = 1_400;
const MAX_PART_LENGTH = 8_192;

const credential = {
  id: encoded(MAX_ID_LENGTH),
  rawId: encoded(MAX_ID_LENGTH),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
  // No extension is asked for.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** Answer of an authenticator that signs in. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_PART_LENGTH),
    authenticatorData: encoded(MAX_PART_LENGTH),
    signature: encoded(MAX_PART_LENGTH),
    userHandle: encoded(MAX_ID_LENGTH)
      .nullish()
      .transform((text) => text ?? undefined),
  }),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** Answer of an authenticator that created a passkey. */
const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_PART_LENGTH),
    attestationObject: encoded(2 * MAX_PART_LENGTH),
    transports: z.array(plainText(32)).max(10).optional().catch(undefined),
  }),
});

/** Code of a TOTP app or recovery code as typed. */
const TypedCode = z.string().max(64).transform(normalizeTypedCode);
const TypedPassword = z.string().max(MAX_TYPED_PASSWORD_UNITS);

export const ConfirmTotp = z.object({ code: TypedCode, password: TypedPassword.optional() });
export type ConfirmTotp = z.output<typeof ConfirmTotp>;

export const PasskeyName = z.object({ name: singleLineText(MAX_NAME_LENGTH) });

export const AddPasskey = PasskeyName.extend({ answer: PasskeyRegistration });
export type AddPasskey = z.output<typeof AddPasskey>;

export const PasskeyReference = z.object({ passkeyId: reference() });
export const RenamePasskey = PasskeyReference.extend(PasskeyName.shape);
export type RenamePasskey = z.output<typeof RenamePasskey>;

/** Second step of a sign-in: a code, or the answer of a passkey as JSON. */
export const SecondStepProof = z.union([
  z.object({ code: TypedCode.refine((code) => code !== "", "is required") }),
  z.object({
    passkey: z
      .string()
      .max(4 * MAX_PART_LENGTH)
      .transform(parseJson)
      .pipe(PasskeyAnswer),
  }),
]);
export type SecondStepProof = z.output<typeof SecondStepProof>;

export const PasskeySignIn = z.object({
  passkey: z
    .string()
    .max(4 * MAX_PART_LENGTH)
    .transform(parseJson)
    .pipe(PasskeyAnswer),
});

/** Proof of who acts: password, code or passkey. */
export const Reauthenticate = z.union([
  z.object({ password: TypedPassword }),
  z.object({ code: TypedCode.refine((code) => code !== "", "is required") }),
  z.object({ passkey: PasskeyAnswer }),
]);
export type Reauthenticate = z.output<typeof Reauthenticate>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
