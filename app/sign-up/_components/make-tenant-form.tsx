"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { TenantName } from "@/server/tenants/input.ts";
import { trpc } from "../../_trpc/client";
import { readProblem } from "../../_trpc/problem";
import { fieldErrors, validateWith } from "../../builder/_components/field-errors";
import formClasses from "../../builder/_components/form.module.css";
import { FormProblem } from "../../builder/_components/form-problem";

export function MakeTenantForm() {
  const make = trpc.tenants.make.useMutation();
  const form = useForm({ initialValues: { name: "" }, validate: validateWith(TenantName) });

  async function submit(values: typeof form.values) {
    try {
      const { slug } = await make.mutateAsync(values);
      window.location.assign(`/builder/${slug}`);
    } catch (error) {
      form.setErrors(fieldErrors(readProblem(error)));
    }
  }

  return (
    <form className={formClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={make.error} fields={["name"]} />
      <TextInput
        label="Name"
        description="Your team or company. It can be changed later."
        size="md"
        required
        withAsterisk={false}
        autoComplete="organization"
        maxLength={80}
        {...form.getInputProps("name")}
      />
      <Button type="submit" size="md" loading={make.isPending || make.isSuccess} fullWidth>
        Make the tenant
      </Button>
    </form>
  );
}
